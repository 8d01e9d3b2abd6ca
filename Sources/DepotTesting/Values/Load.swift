internal import DepotValues

// Runs when the module is loaded, before any test: linking it is all the set-up there is.
#if canImport(Darwin)
    @section("__DATA,__mod_init_func") @used let installTestSupport: @convention(c) () -> Void = { TestSupport.installAtLoad() }
#else
    @section(".init_array") @used let installTestSupport: @convention(c) () -> Void = { TestSupport.installAtLoad() }
#endif

extension TestSupport {
    fileprivate static func installAtLoad() {
        #if canImport(XCTest)
            observeXCTest()
        #endif
        install(TestSupport(identity: { CurrentTest.identity }, report: { CurrentTest.fail($0, $1) }))
    }
}
