/// The shortest programs that found something wrong in the container, or in the model, each with what that was.
///
/// A program that fails is printed as Swift: paste it here.
enum ModelRegressions {
    static let programs: [(found: String, steps: [ModelStep])] = [
        (
            "C8 what a child's decorator wraps resolved as the child's in an override, where its closure had a run of its own",
            [
                .child(of: 0),
                .register(0, key: 6, .cached, []),
                .register(0, key: 7, .transient, [.init(form: .resolver, key: 7, argument: 1)]),
                .override(
                    1,
                    [
                        .replace(1, key: 6, [.init(form: .required, key: 7)]), .decorate(1, key: 7, []), .keep(2, key: 6, argument: 0),
                        .call(0, handle: 0, argument: 1, keeps: false),
                    ]),
            ]
        ),
        (
            "in the model: what a child's decorator wraps resolved as what it is part of",
            [
                .child(of: 0),
                .register(0, key: 7, .transient, [.init(form: .resolver, key: 7, argument: 1)]),
                .decorate(1, key: 7, []), .register(1, key: 6, .singleton, [.init(form: .required, key: 7)]), .keep(1, key: 6, argument: 0),
                .call(0, handle: 0, argument: 1, keeps: false),
            ]
        ),
        (
            "in the model: what a scope makes by what it was given was taken for what another scope was given",
            [
                .register(0, key: 4, .session, []),
                .scope(
                    3, .session, given: [.init(key: 4)],
                    [
                        .resolve(0, key: 4, argument: 0),
                        .setCurrent(1, .session, id: 1, given: [.init(key: 4, dependencies: [.init(form: .injectIfRegistered, key: 4)])]),
                    ]),
                .scope(0, .screen, given: [], [.keep(3, key: 4, argument: 1), .call(1, handle: 7, argument: 0, keeps: true)]),
            ]
        ),
        (
            "in the model: a property was not to keep what lives in a scope that was opened in an override of its own container",
            [
                .register(0, key: 0, .request, [.init(form: .inject, key: 7, argument: 1)]),
                .register(0, key: 7, .session, []),
                .override(
                    1,
                    [
                        .setCurrent(4, .session, id: 0, given: []), .scope(2, .request, given: [], [.keep(0, key: 0, argument: 1)]),
                        .call(0, handle: 0, argument: 0, keeps: false), .setCurrent(0, .session, id: 1, given: []),
                        .call(0, handle: 0, argument: 0, keeps: true),
                    ]),
            ]
        ),
        (
            "a cached service that had watched itself by a property, and whose time was over, was looked at for ever",
            [
                .child(of: 0),
                .register(1, key: 1, .weak, [.init(form: .all, key: 3, argument: 1)]),
                .register(
                    0, key: 3, .cached,
                    [.init(form: .injectIfRegistered, key: 1, argument: 1), .init(form: .injectOnEveryAccess, key: 3, argument: 1)]),
                .keep(0, key: 3, argument: 0),
                .scope(
                    4, .request, given: [],
                    [
                        .call(2, handle: 7, argument: 1, keeps: false),
                        .scope(0, .request, given: [], [.override(3, [.call(2, handle: 6, argument: 0, keeps: true)]), .turn(9)]),
                    ]),
                .turn(3),
                .resolve(5, key: 3, argument: 0),
                .override(4, [.scope(3, .request, given: [], [.override(1, [.call(4, handle: 8, argument: 0, keeps: true)])])]),
            ]
        ),
        (
            "what a singleton's property gets in an override of its own container was made with that of a child around it in effect",
            [
                .register(0, key: 3, .singleton, [.init(form: .inject, key: 0)]),
                .child(of: 0),
                .override(
                    1,
                    [
                        .register(2, key: 5, .singleton, []), .keep(0, key: 3, argument: 0),
                        .register(0, key: 0, .transient, [.init(form: .all, key: 5)]),
                        .override(0, [.call(0, handle: 0, argument: 0, keeps: false)]),
                    ]),
            ]
        ),
        (
            "in the model: a restore disposes what was made of a replacement in a scope and what was made outside in either order",
            [
                .register(0, key: 3, .session, [.init(form: .lazy, key: 8)]),
                .register(0, key: 5, .request, []),
                .register(0, key: 6, .singleton, []),
                .register(0, key: 8, .singleton, []),
                .setCurrent(2, .session, id: 0),
                .replaceByInstance(4, key: 6),
                .alias(1, key: 4),
                .replace(4, key: 5, []),
                .replace(0, key: 8, []),
                .resolve(4, key: 3, argument: 1),
                .restore(7),
                .replaceByInstance(0, key: 4),
                .resolve(3, key: 8, argument: 0),
                .replace(4, key: 6, []),
                .replaceByInstance(1, key: 6),
                .restore(7),
                .restore(5),
            ]
        ),
        (
            "in the model: what a child has in a scope of its parent is disposed with the child, and not after what the child's own scopes have",
            [
                .register(0, key: 4, .transient, [.init(form: .optional, key: 8)]),
                .register(0, key: 8, .session, []),
                .setCurrent(4, .request, id: 1),
                .child(of: 1),
                .setCurrent(5, .session, id: 1),
                .register(3, key: 1, .request, []),
                .override(4, [.resolveAll(4, key: 4), .inject(key: 1)]),
                .scope(3, .session, [.read(1)]),
            ]
        ),
        (
            "in the model: what may keep an instance that stands in for something scoped may not keep what is scoped, as the graph says",
            [
                .register(0, key: 3, .weak, [.init(form: .optional, key: 7)]),
                .register(0, key: 7, .request, []),
                .override(
                    2,
                    [
                        .replaceByInstance(1, key: 7), .register(3, key: 0, .weak, [.init(form: .required, key: 3)]),
                        .resolve(4, key: 0, argument: 0),
                    ]),
                .inspect(4),
            ]
        ),
        (
            "in the model: an instance that a copy has in place of a replacement was a replacement there",
            [
                .register(0, key: 0, .graph, [.init(form: .all, key: 4, argument: 1)]),
                .register(0, key: 4, .cached, [.init(form: .lazy, key: 0)]),
                .register(0, key: 6, .transient, []),
                .replaceByInstance(3, key: 6),
                .child(of: 5),
                .child(of: 1),
                .copy(of: 0),
                .keep(3, key: 0, argument: 0),
                .call(7, handle: 7, argument: 0, keeps: false),
            ]
        ),
        (
            "in the model: a Lazy of a child went on giving its parent's singleton, which the child had replaced",
            [
                .register(0, key: 1, .singleton, []),
                .register(0, key: 2, .transient, [.init(form: .all, key: 5)]),
                .child(of: 5),
                .child(of: 5),
                .register(1, key: 5, .transient, []),
                .replace(1, key: 5, [.init(form: .lazy, key: 1, argument: 1)]),
                .keep(1, key: 2, argument: 1),
                .call(7, handle: 4, argument: 0, keeps: false),
                .replace(1, key: 1, []),
                .call(0, handle: 6, argument: 0, keeps: false),
            ]
        ),
        (
            "R1 services that had reached each other by Lazy were checked for ever",
            [
                .register(0, key: 0, .singleton, [.init(form: .lazy, key: 1)]),
                .register(0, key: 1, .singleton, [.init(form: .lazy, key: 0)]),
                .register(0, key: 5, .singleton, []),
                .keep(0, key: 0),
                .call(0, handle: 0, argument: 0, keeps: true),
                .call(1, handle: 0, argument: 0, keeps: true),
                .replaceByInstance(0, key: 5),
                .resolve(0, key: 0),
            ]
        ),
        (
            "S7 what an async factory made on the way to a scoped service did not find its owner's scope, where another was bound",
            [
                .register(0, key: 2, .request, [.init(form: .resolver, key: 6)]),
                .register(0, key: 6, .graph, [.init(form: .optional, key: 8, argument: 1)]),
                .register(0, key: 8, .request, []),
                .scope(5, .request, [.keep(2, key: 2)]),
                .scope(5, .screen, [.call(0, handle: 10, argument: 0, keeps: true)]),
            ]
        ),
        (
            "S7 what a handle made on the way to a scoped service did not find its owner's scope",
            [
                .register(0, key: 7, .request, [.init(form: .provider, key: 5)]),
                .alias(4, key: 5),
                .scope(3, .request, [.keep(1, key: 7)]),
                .call(3, handle: 4, argument: 0, keeps: true),
            ]
        ),
        (
            "R9 a kept resolver of what is everyone's resolved from the override that had asked first",
            [
                .register(0, key: 2, .request, [.init(form: .resolver, key: 8)]),
                .scope(2, .request, [.override(4, [.keep(5, key: 2)])]),
                .call(7, handle: 1, argument: 1, keeps: false),
            ]
        ),
        (
            "R9 a Lazy of the base kept what it had made in an override, and that the override",
            [
                .register(0, key: 4, .transient, [.init(form: .resolver, key: 7)]),
                .register(0, key: 6, .singleton, [.init(form: .lazy, key: 4)]),
                .override(4, [.keep(0, key: 6), .call(7, handle: 1, argument: 1, keeps: true)]),
                .release(0),
                .release(0),
            ]
        ),
        (
            "C16 a closed child gave what its parent had made",
            [
                .register(0, key: 3, .singleton, []),
                .child(of: 0),
                .keep(1, key: 3),
                .keep(1, key: 3),
                .close(1),
                .keep(1, key: 3),
            ]
        ),
        (
            "C16 a child that was closed under two overrides of its parent went on resolving",
            [
                .register(0, key: 0, .request, []),
                .register(0, key: 5, .transient, [.init(form: .provider, key: 0)]),
                .override(0, [.override(0, [.child(of: 0), .keep(1, key: 5)])]),
                .close(1),
                .call(0, handle: 0, argument: 0, keeps: false),
            ]
        ),
        (
            "C18 a handle that was called after the end of a container kept it for ever",
            [
                .register(0, key: 0, .cached, []),
                .register(0, key: 3, .singleton, []),
                .child(of: 0),
                .override(
                    0,
                    [.replaceByInstance(1, key: 0), .replace(1, key: 3, [.init(form: .resolver, key: 7)]), .keep(1, key: 3)]),
                .drop(1),
                .call(0, handle: 0, argument: 0, keeps: false),
            ]
        ),
        (
            "C18 a Lazy of what the container had dropped was tied to what it gave",
            [
                .register(0, key: 4, .weak, [.init(form: .required, key: 6)]),
                .register(0, key: 6, .cached, [.init(form: .lazy, key: 4)]),
                .keep(0, key: 4),
                .turn(11),
                .resolve(0, key: 6),
                .call(0, handle: 0, argument: 0, keeps: true),
            ]
        ),
        (
            "S1 a Lazy that was called in a scope of the same kind outdated its owner",
            [
                .register(0, key: 2, .request, [.init(form: .lazy, key: 2)]),
                .scope(
                    0, .request,
                    [
                        .keep(0, key: 2),
                        .scope(0, .request, [.call(0, handle: 0, argument: 0, keeps: true)]),
                        .call(0, handle: 0, argument: 0, keeps: true),
                    ]),
            ]
        ),
        (
            "R1 an override did not look again at what it had found valid, when that came to depend on what it replaces",
            [
                .register(0, key: 0, .weak, [.init(form: .all, key: 3)]),
                .register(0, key: 3, .singleton, []),
                .register(0, key: 4, .session, []),
                .register(0, key: 6, .transient, [.init(form: .provider, key: 3)]),
                .register(0, key: 8, .singleton, [.init(form: .lazy, key: 0)]),
                .override(
                    0,
                    [
                        .keep(2, key: 6),
                        .keep(4, key: 6),
                        .replace(
                            5, key: 3,
                            [
                                .init(form: .resolver, key: 2), .init(form: .resolver, key: 3), .init(form: .lazy, key: 4),
                                .init(form: .resolver, key: 6), .init(form: .required, key: 8),
                            ]),
                    ]),
                .call(2, handle: 7, argument: 1, keeps: true),
                .keep(5, key: 3),
                .call(6, handle: 1, argument: 1, keeps: false),
                .call(6, handle: 4, argument: 0, keeps: false),
                .call(5, handle: 6, argument: 1, keeps: true),
            ]
        ),
        (
            "R2 readers without the lock got what was made while something was replaced, and others what was there before",
            [
                .register(0, key: 0, .singleton, [.init(form: .required, key: 1)]),
                .register(0, key: 1, .singleton, [.init(form: .lazy, key: 2)]),
                .register(0, key: 2, .singleton, [.init(form: .required, key: 3)]),
                .register(0, key: 3, .singleton, []),
                .keep(0, key: 1),
                .call(0, handle: 0, argument: 0, keeps: false),
                .replaceByInstance(0, key: 3),
                .resolve(0, key: 1),
                .resolve(0, key: 1),
                .resolve(0, key: 0),
                .restore(0),
                .resolve(0, key: 0),
                .resolve(0, key: 1),
            ]
        ),
        (
            "R1 what was outdated by an expired service's Lazy came back when that service was dropped",
            [
                .register(0, key: 1, .singleton, [.init(form: .optional, key: 2)]),
                .register(0, key: 2, .singleton, [.init(form: .required, key: 8, argument: 1)]),
                .register(0, key: 3, .eager, [.init(form: .lazy, key: 4)]),
                .register(0, key: 4, .graph, []),
                .register(0, key: 8, .cached, [.init(form: .lazy, key: 3, argument: 1)]),
                .child(of: 0),
                .keep(1, key: 2),
                .child(of: 0),
                .drop(1),
                .turn(2),
                .call(0, handle: 0, argument: 1, keeps: false),
                .turn(8),
                .register(0, key: 4, .weak, []),
                .resolveAll(0, key: 2),
                .replaceByInstance(1, key: 2),
                .resolve(0, key: 1),
            ]
        ),
        (
            "C10 validate() took what a closure had asked for later for a cycle",
            [
                .register(0, key: 3, .cached, [.init(form: .lazy, key: 5)]),
                .register(0, key: 5, .singleton, [.init(form: .provider, key: 5)]),
                .keep(0, key: 3),
                .call(0, handle: 0, argument: 0, keeps: false),
                .inspect(0),
            ]
        ),
        (
            "C7 the model took a weak instance for alive that only an expired one had held",
            [
                .register(0, key: 2, .cached, [.init(form: .required, key: 7)]),
                .register(0, key: 7, .weak, [.init(form: .optional, key: 8)]),
                .register(0, key: 8, .weak, []),
                .resolve(0, key: 2),
                .replace(0, key: 7, []),
                .turn(11),
                .register(0, key: 0, .cached, [.init(form: .all, key: 2), .init(form: .required, key: 8)]),
                .resolveAll(0, key: 0),
            ]
        ),
        (
            "R8 the graph of a child put an override of its parent before what the child had registered",
            [
                .register(0, key: 5, .singleton, []),
                .child(of: 0),
                .override(0, [.replaceByInstance(2, key: 5), .alias(1, key: 5), .inspect(1)]),
            ]
        ),
        (
            "C20 an override of a child inside one of its parent was not closed with the child",
            [
                .register(0, key: 3, .eager, []),
                .register(0, key: 8, .singleton, []),
                .alias(4, key: 5),
                .override(
                    0,
                    [
                        .child(of: 4),
                        .override(
                            4,
                            [
                                .replace(5, key: 8, []),
                                .resolve(2, key: 8, argument: 1),
                                .replace(5, key: 5, [.init(form: .provider, key: 3)]),
                                .keep(1, key: 5),
                            ]),
                    ]),
                .close(1),
            ]
        ),
        (
            "R9 the model knew which of the overrides of two containers keeps what a Lazy got, which is left open",
            [
                .register(0, key: 2, .transient, [.init(form: .lazy, key: 2)]),
                .child(of: 0),
                .keep(1, key: 2),
                .override(
                    1,
                    [
                        .override(0, [.call(0, handle: 0, argument: 1, keeps: false)]),
                        .call(0, handle: 0, argument: 1, keeps: false),
                    ]),
            ]
        ),
        (
            "R8 what an override of a child registered did not reach a parent's service whose key the child had, too",
            [
                .register(0, key: 5, .weak, []),
                .register(0, key: 7, .singleton, [.init(form: .lazy, key: 5, argument: 1)]),
                .child(of: 2),
                .resolve(1, key: 7, argument: 1),
                .register(3, key: 5, .request, []),
                .override(5, [.resolve(2, key: 7, argument: 0), .alias(2, key: 5), .keep(1, key: 5, argument: 1)]),
            ]
        ),
        (
            "C18 what a function made with its resolver, inside a run that failed, was never released",
            [
                .register(0, key: 0, .weak, []),
                .register(0, key: 4, .singleton, [.init(form: .resolver, key: 7, argument: 1)]),
                .replace(3, key: 0, [.init(form: .all, key: 4, argument: 1), .init(form: .required, key: 7, argument: 1)]),
                .resolve(4, key: 0, argument: 1),
            ]
        ),
        (
            "C8 R7 a parent's singleton had what a child registered, by a graph's instance",
            [
                .register(0, key: 0, .singleton, []),
                .register(0, key: 1, .graph, [.init(form: .required, key: 0)]),
                .register(0, key: 2, .singleton, [.init(form: .required, key: 1)]),
                .child(of: 0),
                .register(1, key: 0, .singleton, []),
                .register(1, key: 3, .transient, [.init(form: .required, key: 1), .init(form: .required, key: 2)]),
                .resolve(1, key: 3),
                .resolve(0, key: 2),
            ]
        ),
        (
            "R1 what a parent's singleton asked for later in an override of a child was not what that gives",
            [
                .register(0, key: 0, .singleton, []),
                .register(0, key: 1, .singleton, [.init(form: .required, key: 0)]),
                .register(0, key: 2, .singleton, [.init(form: .provider, key: 1)]),
                .child(of: 0),
                .override(1, [.replace(2, key: 0, []), .keep(1, key: 2), .call(0, handle: 0, argument: 0, keeps: false)]),
            ]
        ),
        (
            "C16 R3 the model had a parent's handle closed by a child that closes in its own override",
            [
                .register(0, key: 6, .singleton, [.init(form: .resolver, key: 7)]),
                .keep(5, key: 6, argument: 1),
                .child(of: 5),
                .close(1),
                .override(5, [.call(3, handle: 6, argument: 0, keeps: false)]),
            ]
        ),
        (
            "S5 R9 the model closed a held scope before it released the override that something in the scope was made in",
            [
                .register(0, key: 1, .request, []),
                .register(0, key: 6, .transient, [.init(form: .resolver, key: 7)]),
                .register(0, key: 8, .request, []),
                .hold(2, .request, id: 1),
                .within(
                    1, .session,
                    [
                        .override(
                            5,
                            [
                                .replace(1, key: 8, [.init(form: .provider, key: 1, argument: 1)]),
                                .keep(2, key: 8, argument: 1),
                                .keep(5, key: 6, argument: 1),
                            ])
                    ]),
                .call(0, handle: 8, argument: 1, keeps: false),
            ]
        ),
        (
            "in the model: what a held scope had was in use after it was opened anew in another screen, around a request in it",
            [
                .register(0, key: 3, .request, []),
                .hold(2, .request, id: 1),
                .setCurrent(3, .screen, id: 1),
                .within(2, .request, [.resolve(3, key: 3, argument: 1), .setCurrent(2, .screen, id: 0), .show(0)]),
            ]
        ),
        (
            "R9 a scope kept the override that a scope inside it was opened in",
            [
                .register(0, key: 0, .graph, []),
                .register(0, key: 7, .session, []),
                .scope(
                    0, .request,
                    [
                        .decorate(4, key: 0, [.init(form: .all, key: 5)]),
                        .override(1, [.scope(4, .session, [.resolveAll(4, key: 0)])]),
                    ]),
            ]
        ),
        (
            "R9 a scope kept what an override had put in place for a scope inside it",
            [
                .register(0, key: 0, .singleton, []),
                .register(0, key: 2, .request, [.init(form: .required, key: 0)]),
                .scope(0, .session, [.override(0, [.replaceByInstance(1, key: 0), .scope(0, .request, [.resolve(0, key: 2)])])]),
            ]
        ),
        (
            "R9 what was put in place in an override was there as long as what had been made in one inside that",
            [
                .register(0, key: 3, .session, []),
                .register(0, key: 5, .cached, [.init(form: .provider, key: 3, argument: 1)]),
                .register(0, key: 7, .request, []),
                .override(0, [.override(0, [.resolve(5, key: 5, argument: 1)]), .replaceByInstance(5, key: 7)]),
            ]
        ),
        (
            "C16 in the model: a Lazy that was made under an override, and had resolved there, gave what it had once that was over",
            [
                .register(0, key: 2, .transient, [.init(form: .lazy, key: 2, argument: 1)]),
                .keep(1, key: 2, argument: 0),
                .override(5, [.call(6, handle: 9, argument: 0, keeps: true), .call(7, handle: 5, argument: 1, keeps: true)]),
                .call(4, handle: 6, argument: 0, keeps: false),
            ]
        ),
        (
            "S8 what a copy had taken over from a replacement did not stand before what a scope was given once it was decorated",
            [
                .register(0, key: 3, .session, []),
                .replace(0, key: 3, []),
                .copy(of: 0),
                .decorate(1, key: 3, []),
                .scope(1, .session, given: [.init(key: 3)], [.resolve(1, key: 3, argument: 0)]),
            ]
        ),
        (
            "S a child did not list a scope of its parent that was opened in an override, while another override was in effect",
            [
                .child(of: 0),
                .override(0, [.scope(1, .request, given: [], [.override(1, [.child(of: 1), .inspect(2)])])]),
            ]
        ),
        (
            "C18 what a child's Lazy had led to in its parent kept the child's factory to the end of the parent",
            [
                .register(0, key: 4, .transient, [.init(form: .optional, key: 7, argument: 1)]),
                .register(0, key: 7, .singleton, [.init(form: .lazy, key: 8)]),
                .register(0, key: 8, .singleton, []),
                .copy(of: 4),
                .child(of: 4),
                .register(5, key: 8, .singleton, [.init(form: .lazy, key: 4, argument: 1)]),
                .keep(2, key: 8, argument: 1),
                .call(2, handle: 10, argument: 1, keeps: false),
            ]
        ),
        (
            "in the model: what a container decorates was looked up from its child, where an override of that decorates it once more",
            [
                .register(0, key: 0, .request, []),
                .decorate(0, key: 0, [.init(form: .all, key: 3)]),
                .child(of: 0),
                .override(
                    1,
                    [
                        .expect(1, key: 3, .session), .decorate(2, key: 0, []),
                        .scope(1, .request, given: [], [.keep(2, key: 0, argument: 1)]),
                    ]),
            ]
        ),
        (
            "in the model: a Lazy in an override gave inside a scope what it had kept in the scope of the same kind around that",
            [
                .register(0, key: 2, .transient, [.init(form: .lazy, key: 4, argument: 1)]),
                .register(0, key: 4, .graph, [.init(form: .optional, key: 8, argument: 1)]),
                .register(0, key: 8, .request, []),
                .keep(5, key: 2, argument: 1),
                .override(
                    5,
                    [
                        .scope(
                            0, .request, given: [],
                            [
                                .call(2, handle: 8, argument: 0, keeps: true),
                                .scope(1, .request, given: [], [.call(6, handle: 5, argument: 1, keeps: false)]),
                            ])
                    ]),
            ]
        ),
        (
            "what a Lazy had resolved made the graph draw that a closure needs what only something that it resolves needs",
            [
                .register(0, key: 1, .cached, [.init(form: .optional, key: 6)]),
                .register(0, key: 6, .transient, [.init(form: .lazy, key: 1)]),
                .keep(2, key: 1, argument: 0),
                .call(2, handle: 4, argument: 1, keeps: false),
                .inspect(4),
            ]
        ),
        (
            "a parent's singleton kept what a child registers, in whose context it was made",
            [
                .register(0, key: 4, .singleton, [.init(form: .inject, key: 2)]),
                .child(of: 0),
                .register(1, key: 2, .transient, []),
                .scope(1, .request, given: [], [.resolve(0, key: 4, argument: 0)]),
            ]
        ),
        (
            "what a singleton got by a property outside of the override that it was made in kept the container",
            [
                .register(0, key: 1, .singleton, [.init(form: .required, key: 8)]),
                .register(0, key: 3, .weak, []),
                .register(0, key: 7, .transient, [.init(form: .provider, key: 3, argument: 1)]),
                .register(0, key: 8, .weak, [.init(form: .inject, key: 7)]),
                .override(0, [.keep(5, key: 1, argument: 0)]),
                .scope(0, .session, given: [], [.call(3, handle: 9, argument: 0, keeps: false)]),
            ]
        ),
        (
            "a service that its container had dropped kept what a scope has",
            [
                .register(0, key: 3, .session, []),
                .register(0, key: 5, .weak, [.init(form: .inject, key: 3, argument: 1)]),
                .keep(5, key: 5, argument: 0),
                .hold(2, .request, id: 1, given: []),
                .decorate(4, key: 5, []),
                .within(
                    2, .session, given: [], [.call(0, handle: 3, argument: 1, keeps: false), .call(0, handle: 5, argument: 1, keeps: true)]),
            ]
        ),
        (
            "a replacement did not reach what a cached service in a property had resolved later",
            [
                .register(0, key: 3, .eager, [.init(form: .required, key: 8)]),
                .register(0, key: 5, .cached, [.init(form: .inject, key: 7)]),
                .register(0, key: 7, .cached, [.init(form: .inject, key: 3)]),
                .register(0, key: 8, .weak, []),
                .keep(4, key: 5, argument: 0),
                .override(3, [.call(2, handle: 8, argument: 0, keeps: true), .call(5, handle: 5, argument: 1, keeps: false)]),
                .replace(4, key: 8, []),
                .resolve(3, key: 5, argument: 1),
            ]
        ),
        (
            "what a parent's service was made from in a child kept that",
            [
                .child(of: 0),
                .register(0, key: 1, .cached, [.init(form: .injectOnInit, key: 7)]),
                .register(1, key: 7, .transient, []),
                .scope(5, .screen, given: [], [.resolve(2, key: 1, argument: 0)]),
            ]
        ),
        (
            "what a child ends leads back to what was made from it",
            [
                .child(of: 0),
                .register(0, key: 1, .cached, [.init(form: .injectOnInit, key: 6, argument: 1)]),
                .register(1, key: 6, .singleton, [.init(form: .injectAll, key: 1, argument: 1)]),
                .scope(1, .screen, given: [], [.keep(1, key: 6, argument: 0), .call(2, handle: 8, argument: 1, keeps: false)]),
            ]
        ),
        (
            "a handle that a property got inside a child's override kept that",
            [
                .child(of: 0),
                .register(0, key: 0, .transient, [.init(form: .lazy, key: 4)]),
                .register(0, key: 4, .graph, []),
                .register(0, key: 5, .singleton, [.init(form: .inject, key: 0)]),
                .keep(4, key: 5, argument: 0),
                .override(1, [.child(of: 5), .scope(4, .screen, given: [], [.call(5, handle: 6, argument: 0, keeps: true)])]),
            ]
        ),
        (
            "what is in a list that was read inside two overrides could not resolve after them",
            [
                .register(0, key: 0, .transient, [.init(form: .provider, key: 0, argument: 1), .init(form: .provider, key: 4)]),
                .register(0, key: 4, .request, [.init(form: .injectAll, key: 0, argument: 1)]),
                .keep(0, key: 0, argument: 0),
                .child(of: 2),
                .call(1, handle: 6, argument: 1, keeps: true),
                .setCurrent(2, .request, id: 1, given: []),
                .call(7, handle: 3, argument: 0, keeps: true),
                .override(
                    5, [.call(3, handle: 4, argument: 0, keeps: true), .override(0, [.call(6, handle: 5, argument: 1, keeps: true)])]),
                .call(4, handle: 0, argument: 0, keeps: true),
            ]
        ),
        (
            "what a factory has met in its caller's override was put among the container's own",
            [
                .child(of: 0),
                .register(0, key: 3, .eager, []),
                .register(0, key: 7, .singleton, []),
                .child(of: 1),
                .replace(3, key: 3, [.init(form: .injectOnInit, key: 5, argument: 1)]),
                .override(1, [.alias(3, key: 5), .keep(0, key: 3, argument: 0), .keep(0, key: 3, argument: 0)]),
            ]
        ),
        (
            "a list that an async factory asks for did not see the override of a child",
            [
                .child(of: 0),
                .register(0, key: 2, .graph, [.init(form: .all, key: 4)]),
                .register(0, key: 4, .singleton, [.init(form: .injectOnEveryAccess, key: 2)]),
                .override(1, [.keep(2, key: 4, argument: 1), .alias(5, key: 4), .call(6, handle: 2, argument: 0, keeps: true)]),
            ]
        ),
        (
            "what lives in a session kept what its property had read that lives in the session of a child",
            [
                .child(of: 0),
                .register(0, key: 6, .session, [.init(form: .injectOnEveryAccess, key: 6, argument: 1)]),
                .setCurrent(0, .session, id: 0, given: []),
                .keep(4, key: 6, argument: 0),
                .setCurrent(5, .session, id: 1, given: [.init(key: 6, dependencies: [.init(form: .resolver, key: 6, argument: 1)])]),
                .scope(5, .screen, given: [], [.call(2, handle: 1, argument: 0, keeps: false)]),
            ]
        ),
        (
            "what a property had read of a parent, in an override of its child, was looked at as that override has it",
            [
                .child(of: 0),
                .register(0, key: 1, .weak, [.init(form: .injectOnInit, key: 7)]),
                .register(0, key: 7, .singleton, [.init(form: .injectIfRegistered, key: 1)]),
                .keep(0, key: 7, argument: 0),
                .override(
                    1,
                    [
                        .replace(2, key: 7, [.init(form: .injectIfRegistered, key: 7)]),
                        .call(3, handle: 0, argument: 1, keeps: false),
                        .override(
                            0,
                            [
                                .keep(1, key: 7, argument: 0), .call(1, handle: 0, argument: 1, keeps: false),
                                .resolve(1, key: 1, argument: 0), .resolveAll(1, key: 1),
                            ]),
                    ]),
            ]
        ),
        (
            "what readers might still look at kept what a child had registered that it was made from",
            [
                .child(of: 0),
                .register(0, key: 3, .eager, [.init(form: .injectOnInit, key: 5)]),
                .register(1, key: 4, .cached, [.init(form: .injectAll, key: 3, argument: 1)]),
                .register(0, key: 5, .transient, [.init(form: .lazy, key: 4, argument: 1)]),
                .override(
                    1,
                    [
                        .keep(1, key: 4, argument: 0), .call(1, handle: 10, argument: 0, keeps: false),
                        .call(3, handle: 1, argument: 1, keeps: false),
                    ]),
                .alias(0, key: 5),
                .override(5, [.call(5, handle: 3, argument: 0, keeps: true)]),
            ]
        ),
        (
            "what was made from a list was made anew after an override had replaced what its child alone has",
            [
                .child(of: 0),
                .register(0, key: 1, .singleton, [.init(form: .all, key: 5)]),
                .register(1, key: 5, .cached, []),
                .register(1, key: 7, .weak, []),
                .override(
                    1,
                    [
                        .decorate(2, key: 5, []), .keep(5, key: 7, argument: 1), .resolve(1, key: 1, argument: 0),
                        .replaceByInstance(5, key: 7), .resolve(1, key: 1, argument: 0), .restore(5), .resolve(1, key: 1, argument: 0),
                    ]),
            ]
        ),
        (
            "what a property may read in an override of a parent was not noted inside one of the child",
            [
                .child(of: 0),
                .register(1, key: 0, .cached, []),
                .register(1, key: 3, .singleton, [.init(form: .inject, key: 0, argument: 1)]),
                .override(3, [.override(3, [.register(5, key: 0, .session, []), .resolve(4, key: 3, argument: 0)])]),
            ]
        ),
        (
            "what a property had read in an override after the one that its object belongs to was taken for everyone's",
            [
                .child(of: 0),
                .register(0, key: 4, .graph, []),
                .register(0, key: 8, .singleton, [.init(form: .inject, key: 4, argument: 1)]),
                .override(
                    0,
                    [
                        .override(1, [.decorate(2, key: 4, []), .keep(1, key: 8, argument: 1)]),
                        .call(0, handle: 0, argument: 0, keeps: false),
                    ]),
                .override(0, [.call(0, handle: 0, argument: 0, keeps: false)]),
            ]
        ),
        (
            "what a parent's singleton read of a child's replacement was not taken to end with the child",
            [
                .child(of: 0),
                .register(0, key: 6, .session, []),
                .register(0, key: 3, .singleton, [.init(form: .injectOnInit, key: 6)]),
                .replaceByInstance(1, key: 6),
                .scope(1, .session, given: [], [.keep(0, key: 3, argument: 1)]),
                .drop(1),
            ]
        ),
        (
            "what a property has in an override of the parent was taken for nearer than what it has in one of the child",
            [
                .child(of: 0),
                .register(0, key: 4, .graph, []),
                .register(0, key: 8, .weak, [.init(form: .injectIfRegistered, key: 4)]),
                .keep(0, key: 8, argument: 0),
                .override(
                    1,
                    [
                        .call(0, handle: 7, argument: 0, keeps: false),
                        .override(
                            0,
                            [
                                .call(6, handle: 8, argument: 1, keeps: true),
                                .override(1, [.call(6, handle: 0, argument: 1, keeps: false)]),
                            ]),
                    ]),
            ]
        ),
        (
            "what a property had read in overrides of a child and its parent was taken to be that one's which was opened last",
            [
                .child(of: 0),
                .register(0, key: 0, .transient, []),
                .register(0, key: 2, .singleton, [.init(form: .inject, key: 0, argument: 1)]),
                .keep(0, key: 2, argument: 0),
                .override(
                    1,
                    [
                        .override(0, [.scope(4, .screen, given: [], [.call(6, handle: 1, argument: 0, keeps: true)])]),
                        .call(2, handle: 2, argument: 0, keeps: false),
                    ]),
            ]
        ),
        (
            "what a property has read in an override after that of its owner's owner was taken for the object's own",
            [
                .child(of: 0),
                .register(0, key: 5, .weak, []),
                .register(0, key: 6, .transient, [.init(form: .injectOnInit, key: 7)]),
                .register(0, key: 7, .transient, []),
                .override(
                    4,
                    [
                        .override(
                            3,
                            [
                                .replace(5, key: 5, [.init(form: .injectOnInit, key: 6, argument: 1)]),
                                .override(4, [.keep(1, key: 5, argument: 1)]),
                            ]),
                        .override(0, [.call(2, handle: 7, argument: 0, keeps: true)]),
                        .call(1, handle: 11, argument: 1, keeps: false),
                    ]),
            ]
        ),
        (
            "in the model: what a property resolves at once in nested overrides was kept beyond them, where its object is made in more overrides than that",
            [
                .child(of: 0),
                .register(0, key: 1, .singleton, [.init(form: .required, key: 4)]),
                .register(0, key: 6, .transient, []),
                .override(
                    1,
                    [
                        .override(
                            3,
                            [.register(0, key: 4, .singleton, [.init(form: .injectOnInit, key: 6, argument: 1)]), .resolveAll(1, key: 1)]),
                        .keep(1, key: 4, argument: 1), .call(5, handle: 11, argument: 1, keeps: true),
                    ]),
            ]
        ),
        (
            "in the model: what a property gets of an object that is of a child's override was not kept by that override",
            [
                .child(of: 0),
                .register(0, key: 4, .weak, [.init(form: .injectIfRegistered, key: 8)]),
                .register(0, key: 5, .graph, []),
                .register(0, key: 7, .graph, []),
                .register(0, key: 8, .cached, [.init(form: .injectAll, key: 5, argument: 1), .init(form: .injectIfRegistered, key: 7)]),
                .keep(0, key: 4, argument: 0),
                .override(
                    1,
                    [
                        .decorate(2, key: 5, []), .call(2, handle: 3, argument: 1, keeps: true),
                        .call(5, handle: 11, argument: 1, keeps: false), .call(5, handle: 9, argument: 1, keeps: false),
                    ]),
            ]
        ),
        (
            "in the model: no override was to keep for a `Lazy` of a scope what was made in a scope inside that",
            [
                .register(0, key: 5, .transient, [.init(form: .required, key: 7, argument: 1)]),
                .register(0, key: 7, .request, [.init(form: .lazy, key: 5)]),
                .scope(
                    1, .request, given: [],
                    [
                        .keep(4, key: 7, argument: 1),
                        .override(
                            4,
                            [
                                .scope(
                                    5, .request, given: [],
                                    [.call(3, handle: 0, argument: 0, keeps: false), .call(7, handle: 3, argument: 0, keeps: false)])
                            ]),
                    ]),
            ]
        ),
        (
            "in the model: what was registered anew was taken to be dropped at once where it lives in a scope",
            [
                .register(0, key: 3, .singleton, []),
                .register(0, key: 7, .request, [.init(form: .injectIfRegistered, key: 3)]),
                .scope(
                    1, .request, given: [],
                    [
                        .replaceByInstance(2, key: 3), .keep(0, key: 7, argument: 0), .decorate(0, key: 7, []),
                        .call(5, handle: 1, argument: 1, keeps: false), .call(6, handle: 4, argument: 0, keeps: false),
                    ]),
            ]
        ),
        (
            "in the model: what a property gets was kept beyond the override around that which its object was of",
            [
                .register(0, key: 2, .transient, [.init(form: .required, key: 4), .init(form: .resolver, key: 6, argument: 1)]),
                .register(0, key: 4, .cached, [.init(form: .inject, key: 2, argument: 1)]),
                .override(
                    4,
                    [
                        .override(2, [.decorate(1, key: 2, []), .keep(0, key: 2, argument: 0)]),
                        .call(5, handle: 0, argument: 0, keeps: false),
                    ]),
                .override(2, [.call(3, handle: 4, argument: 1, keeps: true)]),
            ]
        ),
        (
            "in the model: what an outdated object of an override goes on keeping by a property was taken to be certain",
            [
                .register(0, key: 0, .graph, [.init(form: .required, key: 1)]),
                .register(0, key: 4, .request, []),
                .override(
                    0,
                    [
                        .register(
                            3, key: 1, .weak,
                            [
                                .init(form: .lazy, key: 0, argument: 1), .init(form: .inject, key: 1, argument: 1),
                                .init(form: .lazy, key: 4, argument: 1),
                            ]), .keep(2, key: 0, argument: 1), .register(3, key: 4, .cached, []),
                        .call(4, handle: 5, argument: 1, keeps: false), .register(5, key: 0, .request, []),
                        .call(2, handle: 4, argument: 1, keeps: true),
                    ]),
            ]
        ),
        (
            "C18 what a property of a singleton has, and was decorated since, kept what a child had that was gone",
            [
                .child(of: 0),
                .register(0, key: 1, .singleton, [.init(form: .inject, key: 4)]),
                .register(0, key: 4, .weak, [.init(form: .injectOnInit, key: 7, argument: 1)]),
                .register(1, key: 7, .singleton, []),
                .keep(0, key: 1, argument: 0),
                .scope(1, .request, given: [], [.call(4, handle: 7, argument: 1, keeps: true), .override(1, [.decorate(3, key: 4, [])])]),
            ]
        ),
        (
            "in the model: in an override of a child a property was taken to be read only as that has its container",
            [
                .child(of: 0),
                .register(0, key: 3, .eager, [.init(form: .all, key: 8, argument: 1)]),
                .register(
                    0, key: 8, .singleton,
                    [.init(form: .injectOnEveryAccess, key: 3, argument: 1), .init(form: .injectIfRegistered, key: 8, argument: 1)]),
                .keep(0, key: 3, argument: 0),
                .override(
                    1,
                    [
                        .replaceByInstance(2, key: 3),
                        .scope(
                            3, .screen, given: [],
                            [.call(6, handle: 3, argument: 1, keeps: false), .replaceByInstance(3, key: 3)]),
                        .call(4, handle: 3, argument: 1, keeps: false),
                    ]),
            ]
        ),
        (
            "R9 C6: what a decorator that failed in an override was to wrap stayed until the container closed",
            [
                .register(0, key: 2, .graph, []),
                .register(0, key: 3, .eager, [.init(form: .all, key: 5, argument: 1)]),
                .register(0, key: 5, .transient, [.init(form: .provider, key: 2, argument: 1)]),
                .register(0, key: 6, .transient, [.init(form: .injectOnEveryAccess, key: 5, argument: 1)]),
                .keep(0, key: 3, argument: 0),
                .keep(4, key: 6, argument: 0),
                .arm(.decorator(3)),
                .keep(0, key: 2, argument: 1),
                .decorate(4, key: 3, []),
                .register(2, key: 2, .weak, [.init(form: .resolver, key: 3, argument: 1)]),
                .keep(3, key: 5, argument: 0),
                .keep(1, key: 5, argument: 1),
                .call(4, handle: 5, argument: 0, keeps: true),
                .override(
                    5,
                    [
                        .call(1, handle: 5, argument: 0, keeps: true),
                        .decorate(3, key: 5, []),
                        .call(6, handle: 2, argument: 0, keeps: true),
                        .call(7, handle: 9, argument: 0, keeps: false),
                    ]),
            ]
        ),
    ]
}
