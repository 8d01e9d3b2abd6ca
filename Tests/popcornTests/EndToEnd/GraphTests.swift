import Foundation
import Testing

@testable import popcorn

struct GraphTests {
    private var popcorn: PopcornProcess

    init() throws {
        popcorn = try PopcornProcess()
        // Here are the only programs that popcorn finds.
        popcorn.path = popcorn.userHome.url.path
    }

    @Test func `the graph opens in what the system opens files with`() async throws {
        try popcorn.userHome.program("xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > '\(popcorn.home.file("opened").path)'\n")
        let run = try await popcorn.run("graph", "--open")
        let page = popcorn.home.file("graph.html").path
        #expect(run.errors == "")
        #expect(run.output == "Written: \(page)\n")
        #expect(popcorn.home.text(of: "opened") == page)
        #expect(popcorn.home.text(of: "graph.html")?.contains("LoginViewModel") == true)
    }

    @Test func `where nothing opens files, the file is there and the message says so`() async throws {
        let run = try await popcorn.run("graph", "--open")
        let page = popcorn.home.file("graph.html").path
        #expect(run.status == 1)
        #expect(run.output == "Written: \(page)\n")
        #expect(
            run.errors == """
                popcorn: There is no program here that opens files: neither open nor xdg-open.
                  where: \(page)
                  fix:   open the file yourself, in a browser for example, or install xdg-utils.

                """)
        #expect(popcorn.home.text(of: "graph.html") != nil)
    }
}
