/* Made by `npm run openapi` from mappings/contract/openapi.json. Do not edit. */
export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers; queries no store */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether this server can serve readers */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search posts */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of hits by board, year, file type and so on */
        get: operations["searchFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of hits over time */
        get: operations["searchTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Completions at the caret of a query */
        get: operations["completeQuery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whole queries, for a browser's search field (OpenSearch suggestions) */
        get: operations["suggestQueries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/did-you-mean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Similar queries with more hits */
        get: operations["didYouMean"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Queries for each part of the query language that find posts in this archive
         * @description Made from the newest visible posts. They are shared for half an hour, or until something is hidden or shown. Finding them anew costs as much of the rate limit as twelve searches.
         */
        get: operations["getSearchExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The parts of a query */
        get: operations["getQueryParts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest posts that match a query, as an Atom feed
         * @description At most 50 entries, newest first; `sort` in the query is ignored. Times are UTC. 400 for an invalid query, with its position; 503 while Elasticsearch is unavailable or answers in part.
         */
        get: operations["searchFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest posts that match a query, as a JSON Feed
         * @description At most 50 entries, newest first; `sort` in the query is ignored. Times are UTC. 400 for an invalid query, with its position; 503 while Elasticsearch is unavailable or answers in part.
         */
        get: operations["searchFeedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a query is read, what Elasticsearch is sent, and where the time goes */
        get: operations["explainSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The limits in force */
        get: operations["getLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All hits of a query as NDJSON or CSV */
        get: operations["exportSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}/zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread as a zip file: JSON, a page, and its files
         * @description `thread.json` is the thread as this API shows it, `index.html` shows it without a server, and `files/` has at most 1000 files of together at most 1024 MiB; the page names those that are left out. Each caller may run one export at a time, of a thread or of a search. A zip that breaks off lacks its end, and programs refuse it. 503 while PostgreSQL is unavailable.
         */
        get: operations["getThreadZip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All boards, by name */
        get: operations["listBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Identities: who writes under which names
         * @description Admins maintain the list. `identity:` in a search query finds the posts of an identity.
         */
        get: operations["listAuthors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread with all its posts
         * @description Visible posts, ordered by num and then subnum; in a channel of a cabal by the links between posts. `rev` is the highest revision of any post of the thread. While PostgreSQL is unavailable the thread comes from the search index: `degraded` is true, and there is no ETag.
         */
        get: operations["getThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/posts/{num}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One post
         * @description A visible post by its num; a ghost post by its num and `subnum`. While PostgreSQL is unavailable the post comes from the search index, and `degraded` is true.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{num}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The posts with one number, on all boards
         * @description Visible posts by their num, or ghost posts by num and `subnum`. Elasticsearch is not asked. 503 while PostgreSQL is unavailable.
         */
        get: operations["findPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}/backlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts of other threads that quote posts of a thread
         * @description They are found in the search index. 503 while PostgreSQL or Elasticsearch is unavailable.
         */
        get: operations["getThreadBacklinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/posts/{num}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole comment of one post, as plain text
         * @description For posts with `comment_truncated`: their `comment` is only the beginning of this text. 503 while PostgreSQL is unavailable.
         */
        get: operations["getComment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Threads of a board, each with its opening post
         * @description Counts are of visible posts. `total` is at most a minute old. Cursors go on from a place in the order, so that new and bumped threads shift nothing. Only the first 10 pages have numbers too; a higher one is refused with `page_too_far`. 503 while PostgreSQL is unavailable.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts of a board that have a file, newest first
         * @description Pages go on by cursors. 503 while PostgreSQL is unavailable.
         */
        get: operations["listImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts of a board, the last changed or the newest first
         * @description From PostgreSQL, without a search. Pages go on by cursors. 503 while PostgreSQL is unavailable.
         */
        get: operations["listPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}/freshness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the source was last asked for new posts of a thread */
        get: operations["getThreadFreshness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a harvest of a board or thread now */
        post: operations["kick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a post to the staff of the archive
         * @description Needs no account. A network (a /24 of IPv4, a /48 of IPv6) reports a post once in 7 days, and at most 30 posts an hour. Pages of other sites may not send reports.
         */
        post: operations["report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The decision of staff about a report, and their answer
         * @description A POST request, so that the secret is in no address.
         */
        post: operations["readReportTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When, from where and in which threads people post on a board
         * @description Visible posts only, in UTC. Counts are shared for ten minutes, or until something is hidden or shown; `fresh_until` says when they expire. Counting anew costs as much of the rate limit as twelve searches.
         */
        get: operations["getBoardStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts, threads, files and the rate of posts of every board
         * @description Visible posts only. Counts are shared for ten minutes, or until something is hidden or shown. Counting anew costs as much of the rate limit as twelve searches.
         */
        get: operations["getArchiveStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts per board in the last days, the busiest threads, and the newest pictures
         * @description Visible posts only, in UTC. Counts are shared for a minute, or until something is hidden or shown.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/moderation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actions of moderators, newest first, on boards whose settings publish them */
        get: operations["listPublicLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reader-pass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the reader pass for a proof of work
         * @description While the server is busy, search pages can ask browsers for a proof of work. The pass is a cookie with which the requests of this network are served as those of a reader, for six hours. Requests of the API never need it.
         */
        post: operations["readerPass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contributed dumps of files that visible posts show or name, the newest first */
        get: operations["listDumps"];
        put?: never;
        /**
         * Contribute what your own copy of a file is
         * @description Takes one package with one dump; `sagasu dump` makes and sends them, and docs/DUMPS.md describes them. A package that cannot be opened is not kept; an invalid dump is kept for debugging only.
         */
        post: operations["contributeDump"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key to which packages with dumps are sealed */
        get: operations["dumpKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/schema.xsd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The XML schema of dumps */
        get: operations["dumpSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One dump: what it says, who sent it, what it changed, and its states */
        get: operations["getDump"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a file is verified by a dump, and why not
         * @description By `sha256`, or by `md5` and `size` as posts state them.
         */
        get: operations["getDumpedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Changes that dumps ask for, and those that were made, the newest first */
        get: operations["listDumpChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many dumps there are, of which clients and in which states */
        get: operations["dumpStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/contributors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contributors of dumps, by public key */
        get: operations["listContributors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/contributors/{contributor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One contributor; their dumps are at /api/v1/dumps?contributor=… */
        get: operations["getContributor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/wanted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Missing files that a contributor has offered and the archive would like to have */
        get: operations["listWantedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/files/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hand over a missing file that the archive asks for
         * @description It is checked, and a moderator looks at it, before it serves the addresses that the file had.
         */
        put: operations["handOverFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ghosts/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A proof of work to do before a ghost post
         * @description A challenge of ALTCHA (version 2, PBKDF2), valid for half an hour and for one post on the board. Its solution goes into `proof` of the post.
         */
        get: operations["ghostChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ghosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a ghost post: a reply that is on the archive only
         * @description On boards whose `ghosts` is true. An IPv4 address or an IPv6 /48 waits between two posts; a /24 or /48 writes at most 60 an hour. Pages of other sites may not write.
         */
        post: operations["writeGhost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ghosts/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete a ghost post with its password, for good */
        post: operations["deleteGhost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose that two names belong to one person
         * @description Needs no account; staff confirm or decline. A network (a /24 of IPv4, a /48 of IPv6) proposes a pair once in 7 days, and at most 10 pairs an hour. Pages of other sites may not send proposals.
         */
        post: operations["proposeIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files with all visible posts of a board, on boards whose settings publish them */
        get: operations["listPublicExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removal-requests/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A proof of work to do before a removal request
         * @description A challenge of ALTCHA (version 2, PBKDF2), valid for half an hour and for one request.
         */
        get: operations["removalChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removal-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the staff to remove something
         * @description Needs no account. A network (a /24 of IPv4, a /48 of IPv6) sends 5 requests an hour, one of them without a proof of work. Pages of other sites may not send requests.
         */
        post: operations["askRemoval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removal-requests/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The state of a removal request, with its decision and reason
         * @description A POST request, so that the secret is in no address.
         */
        post: operations["readRemovalTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removal-requests/ticket/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add words to an open removal request, or withdraw it */
        post: operations["changeRemovalTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/removal-requests/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of removal requests by month, reason and decision, with the median time */
        get: operations["removalStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The series of a board: generals with their newest editions */
        get: operations["listSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/series/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A series with its statistics, and a page of its editions */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The series of a thread, with the editions before and after it */
        get: operations["getThreadSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/series/{name}/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest editions of a series, as an Atom feed
         * @description At most 50 opening posts, newest first. Times are UTC. Hidden threads are left out.
         */
        get: operations["seriesFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/series/{name}/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest editions of a series, as a JSON Feed
         * @description At most 50 opening posts, newest first. Times are UTC. Hidden threads are left out.
         */
        get: operations["seriesFeedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{board}/threads/{num}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Threads that are similar to a thread, with the words that connect them
         * @description On all listed boards and the own one. They are found by the rarest words of the thread in the opening posts of others, and are the same for up to ten minutes unless the thread changes. 503 while PostgreSQL or Elasticsearch is unavailable.
         */
        get: operations["getSimilarThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pages/{sitePage}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of the site: about, contact or feeds
         * @description The text of the operator, or a default.
         */
        get: operations["getSitePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in account */
        get: operations["getSession"];
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a challenge for a passkey, with which the sign-in continues
         * @description Valid for five minutes and for one sign-in, in the browser that asked: a cookie binds it.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One’s own account */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a secret for an authenticator app; it is in force once a code confirms it */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the secret in force with a code, and end the other sessions of the account */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the authenticator app and the recovery codes */
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the recovery codes by new ones */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password and end the other sessions of the account */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a challenge for a passkey, with which a change of one’s own account is confirmed */
        post: operations["beginPasskeyProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/passkeys/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a challenge for a new passkey of one’s own account */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey to one’s own account, with its answer to the challenge
         * @description The first second factor of the account ends its other sessions and brings recovery codes.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/account/passkeys/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a passkey of one’s own account
         * @description The last second factor takes the recovery codes with it.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts of staff */
        get: operations["listAccounts"];
        put?: never;
        /** Invite somebody, or again whoever has not accepted yet; an earlier link is void then */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an account and end its sessions */
        delete: operations["removeAccount"];
        options?: never;
        head?: never;
        /** Change roles of an account, disable or enable it, or require a second factor: all or none */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/v1/admin/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose the password of an account with an invitation */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys of programs */
        get: operations["listKeys"];
        put?: never;
        /** Create a key */
        post: operations["addKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/keys/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key; takes effect within seconds */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Status of the boards on which the account has a role: posts, documents, indexing lag, indices, harvest and unfinished tasks */
        get: operations["listAdminBoards"];
        put?: never;
        /**
         * Add a board to the archive; a running scraper starts within seconds
         * @description The source is not asked whether it has the board: POST /api/v1/admin/boards/test does that, and GET /api/v1/admin/boards has the answers afterwards.
         */
        post: operations["addBoard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a board from its source, without adding it
         * @description A scraper makes the requests, with its limits: to public addresses only, apart from hosts that its settings allow. The answer takes some seconds.
         */
        post: operations["testBoardSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the title of a board, or whether it is safe for work
         * @description Its name stays, since addresses, exports and the log of removals name the board by it.
         */
        patch: operations["renameBoard"];
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of everything that a removal of the board would delete */
        get: operations["planBoardRemoval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a board with its posts, files and everything else that is kept about it, for good
         * @description Files that other boards show stay. Boards with more than 200,000 posts: `sagasu board remove`.
         */
        post: operations["removeBoard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of a board, and counts of what is held of it */
        get: operations["getBoardSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings of a board, all or none; scrapers apply them with their next poll */
        patch: operations["changeBoardSettings"];
        trace?: never;
    };
    "/api/v1/admin/board-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of all boards that have no value of their own */
        get: operations["getBoardDefaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change defaults of all boards, all or none; scrapers apply them with their next poll */
        patch: operations["changeBoardDefaults"];
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release what is held: scrapers check again whether it is missing, and mark what is as deleted */
        post: operations["releaseHeld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/environment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings of the environment of each server, indexer and scraper, with their sources
         * @description Secrets, and passwords in addresses, are left out.
         */
        get: operations["getEnvironmentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks of the boards that the account is admin of, newest first */
        get: operations["listTasks"];
        put?: never;
        /** Start a task for each of the boards, of which the account must be admin */
        post: operations["startTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a task */
        post: operations["pauseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused task */
        post: operations["resumeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a task and undo what it has begun */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hide, show or purge a post or a whole thread */
        post: operations["moderate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/posts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hide, show or purge several posts, of one board or several
         * @description All posts change or none.
         */
        post: operations["moderatePosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete or ban a file of a post, in every post that shows it
         * @description For moderators of every board that shows the file.
         */
        post: operations["moderateFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue of reported posts, of the boards on which the account has a role */
        get: operations["listReports"];
        put?: never;
        /**
         * Dismiss reports of posts, open them again, write a note for other staff, or answer those who reported
         * @description To hide, show or purge the posts, which closes their reports too: `POST /api/v1/admin/posts/bulk`.
         */
        post: operations["changeReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reports/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about reported posts, and ban the writer or the reporters with it
         * @description Closes the reports. Posts about which somebody else has decided in the meantime stay as they are, and the answer has the decision.
         */
        post: operations["decideReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reports/dismiss-network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss the reports of all posts that only one network has reported
         * @description As long as networks are kept, 7 days. Posts that others reported as well stay in the queue. A look at addresses, which the audit log has.
         */
        post: operations["dismissNetworkReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/banned-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files that are never stored again, the newest bans first */
        get: operations["listBannedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/banned-files/{hash}/near": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored files that look like a banned one, the nearest first
         * @description Up to 100, to be looked at and banned one by one with `POST /api/v1/admin/files`.
         */
        get: operations["listNearFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/banned-files/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Lift the ban of a file by this hash: it may be stored again */
        delete: operations["unbanFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bans of the boards of the account and of all boards, the newest first
         * @description Without their networks, which `POST /api/v1/admin/addresses` shows one by one.
         */
        get: operations["listBans"];
        put?: never;
        /**
         * Ban a network, or the one that a ghost post was written from
         * @description A banned network may neither report posts nor write ghost posts.
         */
        post: operations["addBan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bans/{id}/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a ban now */
        post: operations["liftBan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/appeals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant or refuse the appeal of a ban */
        post: operations["decideAppeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the addresses that are kept about a post or a ban
         * @description Of who wrote a ghost post (30 days), of who reported the post (their networks, 7 days), or the banned network. Each look is an entry of the audit log.
         */
        post: operations["lookAtAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bulk actions of which the account moderates every post, the newest first */
        get: operations["listBulkActions"];
        put?: never;
        /**
         * Choose and count the posts of a bulk action, without changing them
         * @description Up to 10,000 posts that a search finds, or ghost posts that came from one network. Posts that arrive later are not among them. What is not run within a day is forgotten.
         */
        post: operations["chooseBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A bulk action, and some of the posts that it has yet to reach */
        get: operations["readBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bulk-actions/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry out a bulk action on the next of its posts
         * @description Up to 500 posts of one board change with each request; repeat it until `left` is 0. `posts` has to be the number of posts that were chosen.
         */
        post: operations["runBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bulk-actions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the next of the posts again that a bulk action has hidden
         * @description Up to 500 posts of one board change with each request; repeat it until `left` is 0. Posts that staff have decided on since stay as they are.
         */
        post: operations["undoBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Filters of the boards of the account and of every board, with what they did */
        get: operations["listFilters"];
        put?: never;
        /** Add a filter, which counts once it has been tried and enabled */
        post: operations["addFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a filter that does not count and has nothing left to undo */
        delete: operations["removeFilter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a filter on the next posts of the archive, without changing them
         * @description Up to 20,000 posts or two seconds for each request, from the newest to the oldest of each board.
         */
        post: operations["tryFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a filter count for every post that arrives from now on */
        post: operations["enableFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a filter count no more; what it did stays */
        post: operations["disableFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an enabled filter hide the next of the stored posts that match
         * @description Up to 500 posts change with each request; repeat it with `next` until that is null.
         */
        post: operations["applyFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/filters/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a filter, and show again the next of the posts that it has hidden
         * @description Up to 500 posts change with each request; repeat it until `left` is 0. Posts that staff have decided on since stay as they are.
         */
        post: operations["undoFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Documents that Elasticsearch refuses, longest refused first */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/quarantine/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try refused documents again */
        post: operations["retryQuarantine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data of sources that was refused, newest first
         * @description One entry for each document or file and reason: refused as a whole, or with entries, mostly posts, that were refused alone.
         */
        get: operations["listRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Identities and their aliases */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace the aliases of an identity; creates the identity if it does not exist */
        put: operations["setIdentity"];
        post?: never;
        /** Remove an identity and its aliases; posts do not change */
        delete: operations["removeIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actions of staff, newest first; moderators see the actions on posts of their boards */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actors and actions of the entries that the account may see, to filter them */
        get: operations["listAuditChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** From which addresses actions came; the look itself is recorded */
        post: operations["lookAtAuditAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a change of settings, of a board or of the defaults of all boards
         * @description Posts are hidden and shown again with `moderate`.
         */
        post: operations["undoSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much waits for staff
         * @description Reports, appeals, failed tasks and others, as far as the roles of the account allow. Each count ends at 1000.
         */
        get: operations["readStaffCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the archive and work that waits for staff
         * @description Only the parts that the roles of the account allow, about their boards. A part that cannot be read within seconds says why in `unread`.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cabals of the cable protocol with their channels, peers and blocked authors */
        get: operations["listCabals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data of peers of a cabal that was refused, newest first
         * @description A peer has one entry for each reason. The newest 5,000 are kept.
         */
        get: operations["listCabalRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/authors/{author}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Posts and other texts of an author in a cabal, which a block would purge or drop */
        get: operations["readCabalAuthor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/blocked-authors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Purge everything by an author on all boards of a cabal, and refuse what comes later
         * @description The author is refused from the first request on. Each request purges up to 500 posts: repeat it until `left` is 0. It cannot be undone.
         */
        post: operations["blockCabalAuthor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/moderators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Appoint an author a moderator of a cabal: deletes of posts of others apply in this archive */
        post: operations["appointCabalModerator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/moderators/{author}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Dismiss a moderator of a cabal; deleted posts do not return */
        delete: operations["dismissCabalModerator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/cabals/{id}/blocked-authors/{author}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take new posts of an author again; what was removed stays removed */
        delete: operations["unblockCabalAuthor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every contributed dump that was understood, the newest first */
        get: operations["listAllDumps"];
        put?: never;
        /** Unlock, reset, smite, forget, trust or delete dumps */
        post: operations["moderateDumps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A dump with its text, also one that was not understood */
        get: operations["getAnyDump"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Dumps that could not be parsed, kept to repair the client */
        get: operations["listFailedDumps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Changes that dumps ask for, those of hidden posts’ files too */
        get: operations["listAllDumpChanges"];
        put?: never;
        /** Stop, grant, refuse or revert changes */
        post: operations["decideDumpChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back everything that a version of a client has changed, of 10,000 files at once */
        post: operations["revertDumpClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete dumps that verify nothing, up to 10,000 at once */
        post: operations["cleanDumps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contributors whom the archive trusts, with client and version */
        get: operations["listDumpTrust"];
        /** Trust a contributor with a client and version, or no more */
        put: operations["giveDumpTrust"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Missing files that the archive asks contributors for, and those that they handed over */
        get: operations["listDumpOffers"];
        put?: never;
        /** Accept or refuse files in quarantine */
        post: operations["decideDumpOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/offers/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file in quarantine, as it was handed over */
        get: operations["getQuarantinedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/offers/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The thumbnail of a picture in quarantine, drawn by the archive: nothing of the file itself reaches the browser */
        get: operations["getQuarantinedThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signed releases of clients that contributors claim to run, and the listed release keys */
        get: operations["listDumpReleases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/releases/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Trust dumps of contributors who state a release, or no more */
        put: operations["trustDumpRelease"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/release-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List a key that signs releases of clients, or rename it
         * @description Releases that contributors stated before are not known: they count when their dumps are sent again.
         */
        post: operations["addReleaseKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dumps/release-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a release key with all of its releases and the trust in them */
        delete: operations["removeReleaseKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identity-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Proposals that two names belong to one person, with the visible posts under each name */
        get: operations["listIdentityProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identity-proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm or decline a proposal, or undo the decision */
        post: operations["decideIdentityProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/removal-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue of removal requests, whose posts are all on boards that the account moderates
         * @description Requests about a name or a search are for moderators of all boards.
         */
        get: operations["listRemovalRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/removal-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a removal request and carry out the decision, write a note, or open it again
         * @description 409 `request_changed` if the person or somebody of staff has changed it since `version`.
         */
        post: operations["decideRemovalRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/removal-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deadlines of removal requests, and templates of answers */
        get: operations["readRemovalSettings"];
        /**
         * Replace the deadlines of removal requests and the templates of answers
         * @description New deadlines apply to new requests.
         */
        put: operations["saveRemovalSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/series-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decisions of staff about the series of a board, also undone ones */
        get: operations["listSeriesRules"];
        put?: never;
        /**
         * Join or split series, or move threads to another series or to none
         * @description The indexer applies it within seconds, and after each recomputation again.
         */
        post: operations["addSeriesRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/series-rules/effect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The number of threads that a rule would move, without storing it */
        get: operations["getSeriesRuleEffect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/series-rules/{id}/effect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The number of threads that an undo of a rule would move */
        get: operations["getSeriesUndoEffect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/boards/{board}/series-rules/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo a decision about series */
        post: operations["undoSeriesRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The texts of the site pages, with their defaults */
        get: operations["listSitePages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/pages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The content of a text, and the reason why it would be refused */
        post: operations["previewSitePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/pages/{sitePage}/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the text of a page in one language
         * @description 400 `page_invalid` names the line of a refused link, or of lists and quotes that are too deep.
         */
        put: operations["writeSitePage"];
        post?: never;
        /** Remove the text of a page in one language, so that the page shows its default */
        delete: operations["resetSitePage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{first}/{second}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file by its SHA-256
         * @description Supports ranges. 404 if no visible post shows the file; 416 for a range outside it; 503 if its datastore is unavailable.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/thumbs/{first}/{second}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file's thumbnail, by the SHA-256 of the file
         * @description The thumbnail drawn by the archive, else that of the source. Errors are those of the file.
         */
        get: operations["getThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/thumbs/large/{first}/{second}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file's large thumbnail, by the SHA-256 of the file
         * @description At most 500 pixels long, for dense screens; if none was drawn, the thumbnail. Errors are those of the file.
         */
        get: operations["getLargeThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/boards.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All boards
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/thread/{num}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/thread/{num}-tail.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 50 posts of a longer thread; 404 for others
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanTail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/res/{num}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread, at the address that vichan uses
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanThreadOfVichan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/threads.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Threads by page, with the time of the last change of each
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/catalog.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opening posts by page
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/archive.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Nums of threads beyond the board's pages
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{board}/{page}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of fifteen threads, each with its last five replies
         * @description In the format of the 4chan API; times are seconds since 1970. 404 with `error` if the board, thread or page does not exist; 503 while PostgreSQL is unavailable.
         */
        get: operations["fourChanPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All boards
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/archives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All boards, as archives
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaArchives"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The site, and all boards as archives
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/thread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread, or its posts after `latest_doc_id`
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A thread's opening post and its deleted replies
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaDeleted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One post; a ghost post is 123_1
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of threads, each with its last replies
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/gallery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of opening posts
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaGallery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A search by parameters
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        get: operations["foolFuukaSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/offsite_report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a post from the source, as 4chan X does
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        post: operations["foolFuukaOffsiteReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/user_actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a post
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        post: operations["foolFuukaUserActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/mod_actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moderate a post with the key of a moderator: `delete_report`, `delete_post` (hides it), `delete_image`, `ban_image`, `ban_user`
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        post: operations["foolFuukaModActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_/api/chan/bulk_mod": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moderate several posts of a board with the key of a moderator: `delete` (hides them), `delete_image`, `ban_image`, `ban_global`
         * @description In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with `error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.
         */
        post: operations["foolFuukaBulkMod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file with all visible posts of a board: NDJSON, compressed with gzip
         * @description Supports ranges, so that an interrupted download goes on where it ended.
         */
        get: operations["getPublicExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitation: {
            /** @description The fragment of the link. */
            token: string;
            password: string;
        };
        AcceptedInvitation: {
            name: string;
        };
        Activity: {
            /**
             * Format: date-time
             * @description Start of the first step, the same for every board.
             */
            start: string;
            step_hours: number;
            /** @description Boards with a post in this period. */
            boards: {
                board: string;
                /** @description Posts in each step, oldest first; the last step may be incomplete. */
                posts: number[];
            }[];
            /** @description Threads with the most posts in the last 6 hours. */
            threads: {
                /** @description Posts in these hours. */
                posts: number;
                /** @description All posts of the thread. */
                thread_posts: number;
                opener: components["schemas"]["Post"];
            }[];
            /** @description The newest posts with a picture that has a thumbnail and is no spoiler, of boards that are safe for work. */
            pictures: components["schemas"]["Post"][];
            /**
             * Format: date-time
             * @description The time of the oldest post; null for an empty archive.
             */
            first_post: string | null;
            /** Format: date-time */
            counted_at: string;
            /**
             * Format: date-time
             * @description The counts are cached until then, unless posts are hidden or shown.
             */
            fresh_until: string;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        /** @description Either `network`, or `post` for the address that a ghost post was written from. */
        AddBan: {
            /** @description An address, or a network: /16 to /32 of IPv4; /48, /56 or /64 of IPv6. An address of IPv6 stands for its /64. */
            network?: string;
            post?: components["schemas"]["NamedPost"];
            /**
             * @description With `post`. `address`: /32 or /64. `network`: /24 or /56. `provider`: /16 or /48.
             * @default address
             * @enum {string}
             */
            width?: "address" | "network" | "provider";
            /** @description Boards of the ban, one ban for each; all if empty. */
            boards: string[];
            days: number;
            /** @description Why. */
            reason: string;
            /** @default true */
            reason_shown?: boolean;
        };
        AddBoard: {
            /** @description In addresses; it never changes. */
            name: string;
            /** @description What readers read. */
            title: string;
            /**
             * @description Channels of private groups are added on the command line, where their key is.
             * @enum {string}
             */
            source: "4chan" | "vichan" | "foolfuuka" | "pipermail";
            /** @description Name of the board at the source, if it differs. */
            source_name?: string;
            /** @description Address under which the source has its boards. */
            url: string;
            /** @description Address under which the source has its files, if it differs. */
            media_url?: string;
            /** @description Whether the board is safe for work. */
            worksafe?: boolean;
        };
        /** @description `pattern` and `fields` for phrases and expressions only; subject and comment by default. */
        AddFilter: {
            /** @description Every board without it. */
            board?: string;
            /**
             * @description `phrase`: the text contains it, whatever the letter case and the white space. `regexp`: one expression per line, in linear time. `files`: the post has a file of a list. `deleted`: the source deleted the post.
             * @enum {string}
             */
            kind: "phrase" | "regexp" | "files" | "deleted";
            pattern?: string;
            fields?: ("subject" | "comment" | "name" | "tripcode" | "email" | "filename")[];
            /** @description MD5s, in hexadecimal or base64 as other archives publish them. For `files` only. */
            files?: string[];
            /**
             * @description `hide`: stored and hidden. `hold`: hidden until staff look at it, in the queue of reports. `refuse`: not stored; opening posts and posts that are stored already are hidden instead.
             * @enum {string}
             */
            action: "hide" | "hold" | "refuse";
            note?: string;
        };
        AddKey: {
            name: string;
            /** @description `read` unless given. */
            scopes?: ("read" | "export")[];
            /** @description What it may do in the admin API. */
            roles: components["schemas"]["RoleOnBoard"][];
            /** @description Cost a minute; null: the default of keys. */
            per_minute?: number | null;
            /** @description Until it expires; null: never. */
            days?: number | null;
        };
        AddPasskey: {
            /** @description For the owner, such as the name of the device. */
            name: string;
            /** @description Of the credential. */
            id: string;
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        AddReleaseKey: {
            /** @description Public key (Ed25519) that signs releases, in hexadecimal. */
            key: string;
            /** @description Whose key it is. */
            name: string;
            /** @description For the audit log. */
            reason?: string | null;
        };
        AddedBans: {
            ids: number[];
        };
        AddedFilter: {
            id: number;
        };
        AddedKey: {
            /** @description No later answer contains it. */
            key: string;
            /**
             * Format: date-time
             * @description null: never.
             */
            expires_at: string | null;
        };
        AddedPasskey: {
            /** @description If this is the first second factor of the account. No later answer contains them. */
            recovery_codes: string[] | null;
        };
        AdminBoard: {
            name: string;
            title: string;
            worksafe: boolean;
            /** @description No list of boards names it. */
            unlisted: boolean;
            /** @description Rows in PostgreSQL; an estimate for large boards. */
            posts: number;
            /** @description Documents in the live indices; null while Elasticsearch is away. */
            documents: number | null;
            /** @description Threads with posts that the index may not have yet. */
            dirty_threads: number;
            /** @description Age of the oldest dirty thread; 0 without one. Threads that a rebuild is copying do not count. */
            lag_seconds: number;
            quarantined: number;
            /** @description Documents that differ from their rows; null before the first verification. */
            drift: number | null;
            /**
             * Format: date-time
             * @description When the last verification ended.
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @description When the source last answered a request.
             */
            last_scrape: string | null;
            /** @description The sources that were asked for the board, its own first; empty before the first answer. */
            sources: components["schemas"]["BoardSource"][];
            harvest: {
                /**
                 * Format: date-time
                 * @description When the scraper last reported.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When the source last sent a valid thread list of the board.
                 */
                last_success: string | null;
                /**
                 * Format: date-time
                 * @description Start of the counted period.
                 */
                since: string;
                requests: number;
                /** @description Requests answered with 304. */
                unchanged: number;
                /** @description Threads that were not fetched because the catalog had all their new posts. */
                saved: number;
                posts: number;
                /** @description Average of the last ten minutes. */
                posts_per_minute: number;
                /** @description Number of errors by kind. */
                errors: {
                    [key: string]: number;
                };
                deleted_posts: number;
                deleted_threads: number;
                /** @description Missing posts, threads and files that are held because too many disappeared at once. After a release they are judged again. */
                held: number;
                /** @description No post has arrived for longer than is usual for this board. */
                quiet: boolean;
            } | null;
            /** @description An index has another mapping version: the board needs a reindex. */
            outdated: boolean;
            /** @description Standby indices exist, so that a rollback is possible. */
            rollback: boolean;
            indices: components["schemas"]["BoardIndex"][];
            /** @description Unfinished tasks. */
            tasks: components["schemas"]["Task"][];
        };
        AdminBoardList: {
            boards: components["schemas"]["AdminBoard"][];
            epoch: number;
            mapping_version: number;
        };
        AliasEvidence: {
            /** @enum {string} */
            kind: "sender" | "tripcode" | "name";
            value: string;
            /** @description The identity that has this alias. */
            identity: string | null;
            /** @description Visible posts. */
            posts: number;
            /**
             * Format: date-time
             * @description When the first of them was posted.
             */
            first: string | null;
            /** Format: date-time */
            last: string | null;
            /** @description Boards, most posts first. */
            boards: {
                value: string;
                posts: number;
            }[];
            /** @description Names in these posts. */
            names: {
                value: string;
                posts: number;
            }[];
            /** @description Tripcodes in these posts. */
            tripcodes: {
                value: string;
                posts: number;
            }[];
        };
        AppliedFilter: {
            /** @description Posts that this batch has hidden. */
            posts: number;
            /** @description Where it goes on; null at the end of the archive. */
            next: string | null;
        };
        AppointModerator: {
            /** @description Public key of an author in hexadecimal: the poster id of its posts. */
            author: string;
        };
        ArchiveStatistics: {
            /** @description Every board, by name. */
            boards: {
                board: string;
                posts: number;
                /** @description Opening posts. */
                threads: number;
                files: {
                    /** @description Posts with a file. */
                    posts: number;
                    /** @description Whose file was archived; also of files that were banned or lost since. */
                    archived: number;
                    /** @description Whose file was deleted at the source before it was archived. */
                    deleted: number;
                };
                /** @description Posts in the last hour, 24 hours and 7 days before `counted_at`. */
                rate: {
                    hour: number;
                    day: number;
                    week: number;
                };
            }[];
            /** Format: date-time */
            counted_at: string;
            /**
             * Format: date-time
             * @description The counts are cached until then, unless posts are hidden or shown.
             */
            fresh_until: string;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        AskRemoval: {
            /**
             * @description `posts` and `files` (of posts) need `posts`; `name` and `search` need `sought`.
             * @enum {string}
             */
            about: "posts" | "files" | "name" | "search";
            /** @description Addresses of posts (`/g/thread/100#p101`, `>>>/g/101`) or of their files. */
            posts?: string[];
            /** @description The name, or a search that finds the posts. */
            sought?: string;
            /** @enum {string} */
            reason: "personal_data" | "copyright" | "illegal" | "other";
            words?: string;
            /** @description The password of the ghost posts among `posts`, which proves who wrote them. It costs as much as their deletion. */
            password?: string;
            /** @description Deleted 30 days after the answer. */
            reply_address?: string;
            /** @description Challenge and solution as the libraries of ALTCHA print them (JSON in base64). Counts once. A network without it sends one request an hour, otherwise 5. */
            proof?: string;
        };
        AskedRemoval: {
            /** @description The secret of the ticket. It is not shown again. */
            token: string;
            /**
             * Format: date-time
             * @description When staff answer at the latest.
             */
            due_at: string;
        };
        AuditAddresses: {
            /** @description Without entries whose address was not recorded, or is no longer kept. */
            addresses: {
                id: number;
                /** @description An IPv4 or IPv6 address. */
                address: string;
            }[];
        };
        AuditChoices: {
            /** @description Accounts, keys and roles with an entry. */
            actors: string[];
            /** @description Actions with an entry. */
            actions: string[];
        };
        AuditEntries: {
            ids: number[];
        };
        AuditEntry: {
            /** @description In the order of the changes. */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Name of an account or key, `cli`, or the role of a process in PostgreSQL. */
            actor: string;
            /** @description Tells sessions apart; null for keys and commands. */
            session: string | null;
            /** @description `posts.hide`, `posts.show`, `posts.purge`; otherwise a table and `insert`, `update` or `delete`. */
            action: string;
            board: string | null;
            /** @description Ids of what was changed. */
            target: {
                [key: string]: unknown;
            };
            /** @description Name of the changed account, key, person, datastore or removed board, now or when it was removed. */
            subject: string | null;
            reason: string | null;
            /** @description What changed columns held before, without secrets. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description A purge has emptied the reason or what was there before. */
            emptied: boolean;
            /** @description The address from which the action came is still kept. For admins of all boards only. */
            has_address?: boolean;
        };
        AuditList: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Value of `before` for the next page; null on the last page. */
            next: number | null;
        };
        /** @description A post that quotes posts of the thread. */
        Backlink: {
            board: string;
            thread: number;
            num: number;
            subnum: number;
            /** @description Subject of the opening post. */
            thread_subject: string | null;
            /** @description The quoted posts of the requested thread, by num. */
            quotes: number[];
        };
        Backlinks: {
            board: string;
            thread: number;
            /** @description Visible posts of other threads, on any board, newest first: at most 200. */
            backlinks: components["schemas"]["Backlink"][];
            /** @description Older posts quote the thread as well. `quotes:BOARD/NUM` finds them. */
            has_more: boolean;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        Ban: {
            id: number;
            /** @description null: on every board. */
            board: string | null;
            post: {
                board: string;
                num: number;
                subnum: number;
            } | null;
            reason: string;
            /** @description Whether the banned person may read the reason. */
            reason_shown: boolean;
            /** @description Name of an account or key, or `cli`. */
            banned_by: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The network is deleted then.
             */
            expires_at: string;
            /** Format: date-time */
            lifted_at: string | null;
            lifted_by: string | null;
            appeals: components["schemas"]["BanAppeal"][];
        };
        BanAppeal: {
            id: number;
            /** @description What the banned person wrote. */
            text: string;
            /** Format: date-time */
            written_at: string;
            /** Format: date-time */
            decided_at: string | null;
            decided_by: string | null;
            /** @description Whether the ban was lifted. */
            granted: boolean | null;
            /** @description What the banned person reads. */
            answer: string | null;
        };
        BanList: {
            bans: components["schemas"]["Ban"][];
            /** @description Value of `before` for the next page. */
            next: number | null;
        };
        BannedFile: {
            /** @description MD5 or SHA-256, in hexadecimal. */
            hash: string;
            reason: string | null;
            /** @description Name of an account or key, or `cli`. */
            banned_by: string;
            /** Format: date-time */
            banned_at: string;
            /** @description Whether files near it can be found: what the picture looked like is known. */
            has_picture: boolean;
        };
        BannedFileList: {
            files: components["schemas"]["BannedFile"][];
            /** @description Value of `before` for the next page. */
            next: string | null;
        };
        BeginPasskeySignIn: {
            name: string;
            password: string;
        };
        BlockCabalAuthor: {
            /** @description Public key of an author in hexadecimal: the poster id of its posts. */
            author: string;
            /** @description For the audit log. */
            reason?: string;
        };
        BlockedAuthor: {
            /** @description Public key of an author in hexadecimal: the poster id of its posts. */
            author: string;
            /** @description Name of an account or key, or `cli`. */
            blocked_by: string;
            /** Format: date-time */
            blocked_at: string;
            reason: string | null;
        };
        BlockedCabalAuthor: {
            /** @description Posts of boards that this step has purged. */
            purged: number;
            /** @description Other posts that it has dropped. */
            dropped: number;
            /** @description Posts of boards that are left: repeat the request until there are none. */
            left: number;
        };
        Board: {
            name: string;
            title: string;
            worksafe: boolean;
            /** @description Visible posts in the archive; an estimate for large boards. */
            posts: number;
            /**
             * @description The order in which pages list the threads unless a reader chooses: by newest reply, or by opening post.
             * @enum {string}
             */
            order: "modified" | "created";
            /**
             * Format: date-time
             * @description When the newest post was posted.
             */
            last_post: string | null;
            /** @description Whether readers may write ghost posts on the board. */
            ghosts: boolean;
            /** @description Whether /exports has files with the posts of the board. */
            public_export: boolean;
            /** @description Whether /api/v1/moderation says what moderators did on the board. */
            public_log: boolean;
            source: {
                /** @description Host of the source. */
                name: string;
                /** @description The board at its source. */
                url: string;
                /** @description Address of a post; `{thread}` and `{num}` stand for the numbers of its thread and of itself. null if the source has no page for it. */
                post_url: string | null;
            } | null;
            /** @description Other archives that may have posts of the board, as the operator lists them. */
            other_archives: {
                name: string;
                /** @description Address of a post; `{thread}` and `{num}` stand for the numbers of its thread and of itself. */
                post_url: string;
            }[];
        };
        BoardDefaults: {
            /** @description Changes with every change of the defaults. */
            revision: string;
            settings: components["schemas"]["BoardSetting"][];
            /** @description Stored names that are not settings; set them to null to remove them. */
            unknown: string[];
        };
        BoardHarvest: {
            /**
             * Format: date-time
             * @description When the scraper last reported.
             */
            at: string;
            /**
             * Format: date-time
             * @description When the source last sent a valid thread list of the board.
             */
            last_success: string | null;
            /**
             * Format: date-time
             * @description Start of the counted period.
             */
            since: string;
            requests: number;
            /** @description Requests answered with 304. */
            unchanged: number;
            /** @description Threads that were not fetched because the catalog had all their new posts. */
            saved: number;
            posts: number;
            /** @description Average of the last ten minutes. */
            posts_per_minute: number;
            /** @description Number of errors by kind. */
            errors: {
                [key: string]: number;
            };
            deleted_posts: number;
            deleted_threads: number;
            /** @description Missing posts, threads and files that are held because too many disappeared at once. After a release they are judged again. */
            held: number;
            /** @description No post has arrived for longer than is usual for this board. */
            quiet: boolean;
        };
        BoardIndex: {
            name: string;
            slice: number;
            /** @enum {string} */
            state: "building" | "live" | "standby";
            /**
             * Format: date-time
             * @description When the index changed to this state.
             */
            state_since: string;
            mapping_version: number;
            /** @description Whether it holds whole posts, not only what searches read. */
            has_documents: boolean;
            /** @description null while Elasticsearch is away or a shard is missing. */
            documents: number | null;
            bytes: number | null;
        };
        BoardList: {
            boards: components["schemas"]["Board"][];
            /** @description How readers reach the operator: an e-mail address or a link. */
            contact: string | null;
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        BoardRemoval: {
            board: string;
            posts: number;
            /** @description Of the posts. */
            hidden: number;
            threads: number;
            /** @description Files that only posts of this board show. */
            files: number;
            reported_posts: number;
            /** @description Of this board alone. */
            bans: number;
            /** @description Of this board alone. */
            filters: number;
            /** @description Accounts that lose a role, since they have it on this board alone. */
            accounts: number;
            /** @description Indices of the board in Elasticsearch. */
            indices: number;
            /** @description Threads that wait for the indexer. */
            queued: number;
            /** @description Data of modules, such as the posts of a cabal. */
            added: components["schemas"]["RemovalCount"][];
            /** @description False for a board that only the command line removes: one with more posts than are counted here. */
            removable: boolean;
        };
        BoardSetting: {
            name: string;
            /**
             * @description choice: `yes`, `no` or expressions. Expressions are one a line; the setting applies where any of them matches. option: one of `options`.
             * @enum {string}
             */
            kind: "number" | "whole" | "flag" | "expression" | "choice" | "option";
            /** @description The stored value of the board or, among the defaults, of all boards; null for the default and for an invalid stored value. `false` where `can_be_none`: none. */
            value: string | number | boolean | null;
            /** @description What applies if `value` is null, according to the environment of this server; null for none. */
            default: string | number | boolean | null;
            /**
             * @description Where `default` comes from: the defaults of all boards, or this program and its environment.
             * @enum {string}
             */
            default_from: "all_boards" | "built_in";
            /** @description The setting of the environment that decides a built-in default; null for others. */
            default_setting: string | null;
            /** @description The value that scrapers apply from their next poll on; null for none. */
            in_force: string | number | boolean | null;
            /** @description Whether `false` is accepted: none, whatever the default. */
            can_be_none: boolean;
            /** @description Settings without which this one has no effect. */
            needs: {
                /** @description A setting of the board, or of the environment if it begins with SAGASU_. */
                setting: string;
                /**
                 * @description What it must be.
                 * @enum {string}
                 */
                state: "set" | "above_zero" | "on";
                /** @description Whether it is, according to the environment of this server. */
                met: boolean;
            }[];
            meaning: string;
            /** @enum {string|null} */
            unit: "seconds" | "milliseconds" | "pages" | null;
            /** @description The names of an option; null for other kinds. */
            options: string[] | null;
            minimum: number | null;
            maximum: number | null;
            /** @description Why the stored value is invalid. Until it is corrected, scrapers keep the last valid value. */
            problem: string | null;
        };
        BoardSettings: {
            board: string;
            /** @description Changes with every change of the settings. */
            revision: string;
            settings: components["schemas"]["BoardSetting"][];
            /** @description Stored names that are not settings; set them to null to remove them. */
            unknown: string[];
            held: components["schemas"]["HeldCounts"];
            /** @description Messages of a mailing list whose charset is a guess; null for a board without them. */
            undeclared_mail: {
                /** @description Kept messages that neither name nor show their charset; 10,000 stands for more. */
                messages: number;
                /** @description Those of them that were read by another charset than `mail.charset`. A scraper reads them again. */
                waiting: number;
                /** @description What a detector finds in a sample; null if it finds nothing better, or the board has its own `mail.charset`. */
                proposal: {
                    /** @description A value of `mail.charset`. */
                    charset: string;
                    /** @description A line each of a few messages, as it is read now and by this charset. */
                    samples: {
                        num: number;
                        before: string;
                        after: string;
                    }[];
                } | null;
            } | null;
        };
        BoardSource: {
            /** @description The address of the board at the source, or of the host of its files. */
            address: string;
            /**
             * @description `lists` for a source of threads. `files` for the host of files and thumbnails, which is shown while a file is wanted from it.
             * @enum {string}
             */
            serves: "lists" | "files";
            /** @description The source of the board itself; false for another archive of it, which is read as well. */
            own: boolean;
            /**
             * Format: date-time
             * @description Since when its requests fail; null while they succeed.
             */
            failing_since: string | null;
            /** @description The last answers to requests of the list or of files, newest first, at most ten. Of good answers, one in a minute is kept; of files, also of failures. */
            answers: {
                /** Format: date-time */
                at: string;
                /**
                 * @description `ok`, or the reason why the list or the file could not be read.
                 * @enum {string}
                 */
                outcome: "ok" | "connection_refused" | "name_unknown" | "timed_out" | "connection_lost" | "certificate" | "unreachable" | "proxy_error" | "http_status" | "no_board" | "redirect" | "address" | "too_large" | "unreadable";
                /** @description The HTTP status of `http_status`, or words of another program about the connection. */
                detail: string | null;
            }[];
        };
        /** @description `recent` covers the 52 weeks before the newest post. */
        BoardStatistics: {
            board: string;
            posts: number;
            images: number;
            over_time: {
                /**
                 * @description null without posts.
                 * @enum {string|null}
                 */
                interval: "minute" | "10 minutes" | "hour" | "3 hours" | "12 hours" | "day" | "week" | "month" | "quarter" | "year" | "decade" | null;
                /** @description Calendar intervals in UTC from the first post to the last, oldest first, including empty ones. */
                spans: components["schemas"]["StatisticsSpan"][];
            };
            files: {
                /** @description Posts with a file. */
                posts: number;
                /** @description Whose file was archived; also of files that were banned or lost since. */
                archived: number;
                /** @description Whose file was deleted at the source before it was archived. */
                deleted: number;
            };
            /** @description Posts in the last hour, 24 hours and 7 days before `counted_at`. */
            rate: {
                hour: number;
                day: number;
                week: number;
            };
            /** @description The threads with the most visible posts, of all time. */
            threads: {
                posts: number;
                opener: components["schemas"]["Post"];
            }[];
            recent: {
                /** Format: date-time */
                start: string;
                /**
                 * Format: date-time
                 * @description When the newest post was posted.
                 */
                end: string;
                posts: number;
                /** @description Posts by weekday (Monday first) and hour, in UTC. */
                week: number[][];
                /** @description Posts of each of the last 91 days, in UTC. The last one has the newest post. */
                days: {
                    /**
                     * Format: date-time
                     * @description Start of the first one.
                     */
                    start: string;
                    /** @description Oldest first. */
                    posts: number[];
                };
                /** @description Posts of each of the last 168 hours. The last one has the newest post. */
                hours: {
                    /**
                     * Format: date-time
                     * @description Start of the first one.
                     */
                    start: string;
                    /** @description Oldest first. */
                    posts: number[];
                };
                /** @description Posts by country code, most frequent first. */
                countries: {
                    country: string;
                    posts: number;
                }[];
                /** @description Files that were posted more than once, most frequent first, each with its newest post, of which `md5` names the file. */
                reposts: {
                    md5: string;
                    posts: number;
                    newest: components["schemas"]["Post"];
                }[];
                /** @description Of the threads that began in this time, those with the most visible posts. */
                threads: {
                    posts: number;
                    opener: components["schemas"]["Post"];
                }[];
                /** @description Names of posters without a post on the board before the last 4 of these weeks, most posts first. */
                new_names: {
                    name: string;
                    posts: number;
                    /**
                     * Format: date-time
                     * @description When its first post on the board was posted.
                     */
                    first: string;
                }[];
            } | null;
            /** Format: date-time */
            counted_at: string;
            /**
             * Format: date-time
             * @description The counts are cached until then, unless posts are hidden or shown.
             */
            fresh_until: string;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        BulkAction: {
            id: number;
            /**
             * @description `hide` can be undone as a whole, the others cannot. `delete_file` and `ban_file` are about the stored files of the posts: the posts stay, and posts without a file are left out, like files that a board shows which the account does not moderate. A banned file is never stored again.
             * @enum {string}
             */
            action: "hide" | "purge" | "delete_file" | "ban_file";
            /** @description The search that chose the posts; null if an address did. */
            query: string | null;
            /** @description For the audit log. */
            reason: string | null;
            /** @description Of the chosen posts. */
            boards: string[];
            /** @description Posts that were chosen. */
            posts: number;
            /** @description Posts that were found on boards which the account does not moderate: they stay as they are. */
            elsewhere: number;
            /** @description Chosen posts that the action has yet to reach. */
            left: number;
            /** @description Posts that it has changed, that nobody of staff has decided on since. */
            done: number;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description null while nothing has changed.
             */
            confirmed_at: string | null;
            /** Format: date-time */
            undone_at: string | null;
        };
        BulkActionList: {
            actions: components["schemas"]["BulkAction"][];
            /** @description Value of `before` for the next page. */
            next: number | null;
        };
        BulkActionStep: {
            /** @description Posts that this request has changed. */
            posts: number;
            /** @description Posts that are left for the next request. */
            left: number;
        };
        Cabal: {
            id: number;
            /** @description Of its messages: `deployed` or `draft8`. */
            layout: string;
            /** @description Whether a scraper is a peer of the cabal now. */
            is_running: boolean;
            /** @description Stored posts: texts, deletes, joins, leaves, topics and names. */
            posts: number;
            /** @description Of those posts. */
            bytes: number;
            channels: components["schemas"]["CabalChannel"][];
            addresses: components["schemas"]["CabalAddress"][];
            /** @description That are connected now. */
            peers: components["schemas"]["CabalPeer"][];
            /** @description The newest first. */
            blocked: components["schemas"]["BlockedAuthor"][];
            /** @description The newest first. */
            moderators: components["schemas"]["CabalModerator"][];
        };
        /** @description An address that is dialled. */
        CabalAddress: {
            url: string;
            is_encrypted: boolean;
        };
        CabalAuthor: {
            /** @description Public key of an author in hexadecimal: the poster id of its posts. */
            author: string;
            /** @description The latest one. */
            name: string | null;
            /** @description The other properties of the author’s latest info. */
            info: components["schemas"]["CabalProperty"][];
            is_moderator: boolean;
            /** @description Posts on boards, which a block purges. */
            boards: components["schemas"]["CabalAuthorBoard"][];
            /** @description Joins, leaves, topics, names, deletes and unpublished texts, which a block drops. */
            others: number;
            is_blocked: boolean;
        };
        CabalAuthorBoard: {
            board: string;
            posts: number;
        };
        CabalChannel: {
            board: string;
            channel: string;
            /** @description Posts that were numbered so far, deleted ones too. */
            posts: number;
        };
        CabalList: {
            cabals: components["schemas"]["Cabal"][];
        };
        /** @description An author whose deletes of other authors’ posts apply in this archive. */
        CabalModerator: {
            /** @description Public key of an author in hexadecimal: the poster id of its posts. */
            author: string;
            /** @description Name of an account or key, or `cli`. */
            appointed_by: string;
            /** Format: date-time */
            appointed_at: string;
        };
        CabalPeer: {
            /** @description Address and port. */
            peer: string;
            /** @description Whether we dialled; otherwise the peer did. */
            is_dialled: boolean;
            is_encrypted: boolean;
            /**
             * Format: date-time
             * @description When it connected.
             */
            since: string;
            /** @description Requests of the peer that were answered. */
            requests: number;
            /** @description Posts that were asked for and have come from it. */
            posts: number;
            /** @description After 100 its address is sent away for ten minutes. */
            strikes: number;
        };
        CabalProperty: {
            key: string;
            /** @description Text, or bytes in hexadecimal behind `0x`; at most 500 characters. */
            value: string;
        };
        CabalRefusal: {
            /** @description null if it was no matter of one peer. */
            peer: string | null;
            /** @description One of those that docs/CABLE.md lists. */
            reason: string;
            /** @description The last one in words, without content of posts. */
            detail: string;
            times: number;
            /** Format: date-time */
            first_seen: string;
            /** Format: date-time */
            last_seen: string;
        };
        CabalRefusalList: {
            refusals: components["schemas"]["CabalRefusal"][];
            /** @description Whether there are older ones than `limit` allows. */
            has_more: boolean;
        };
        ChangeAccount: {
            /** @description One role for each board, and one for all. */
            roles?: components["schemas"]["RoleOnBoard"][];
            /** @description true also ends all sessions. */
            disabled?: boolean;
            totp_required?: boolean;
        };
        ChangeBoardSettings: {
            /** @description New values by name; other settings do not change. */
            settings: {
                [key: string]: unknown;
            };
            /** @description `revision` of the settings that the change is based on; refused (409) if they have changed since. */
            revision?: string;
        };
        ChangePassword: {
            /** @description The current password. */
            password: string;
            /** @description A code of the authenticator app, or a recovery code. */
            code?: string;
            passkey?: components["schemas"]["PasskeyProof"];
            new_password: string;
        };
        /** @description One of `words` and `withdraw`. */
        ChangeRemovalTicket: {
            token: string;
            /** @description Adds these words. */
            words?: string;
            /** @enum {boolean} */
            withdraw?: true;
        };
        ChangeReports: {
            /**
             * @description `dismiss` also shows a post that reports had hidden, which takes a moderator. `answer` writes to all who reported the posts before the last decision, also after a purge, and replaces an earlier answer.
             * @enum {string}
             */
            action: "dismiss" | "reopen" | "note" | "answer";
            posts: components["schemas"]["NamedPost"][];
            /** @description For other staff; needed for `note`. */
            note?: string;
            /** @description Needed for `answer`. Those who reported the posts read it with the decision. */
            answer?: string;
        };
        ChangedReports: {
            /** @description Number of reported posts that changed. */
            posts: number;
        };
        /** @description One of `q`, `network` and `post`; the latter for every ghost post that came from the network of whoever wrote that one. */
        ChooseBulkAction: {
            /**
             * @description `hide` can be undone as a whole, the others cannot. `delete_file` and `ban_file` are about the stored files of the posts: the posts stay, and posts without a file are left out, like files that a board shows which the account does not moderate. A banned file is never stored again.
             * @enum {string}
             */
            action: "hide" | "purge" | "delete_file" | "ban_file";
            /** @description Every post that this search finds. */
            q?: string;
            /** @description Every ghost post that came from this address or network, as long as addresses are kept. */
            network?: string;
            post?: components["schemas"]["NamedPost"];
            /**
             * @description With `post`: how wide the network is. `address`: /32, IPv6 /64. `network`: /24, /56. `provider`: /16, /48.
             * @default address
             * @enum {string}
             */
            width?: "address" | "network" | "provider";
            reason?: string;
        };
        ChosenBulkAction: {
            action: components["schemas"]["BulkAction"];
            /** @description Up to 20 of the chosen posts. */
            samples: components["schemas"]["PostSample"][];
        };
        CleanResult: {
            /** @description That were deleted. */
            dumps: number;
            /** @description Whether there are more: ask again. */
            left: boolean;
        };
        /** @description Deletes dumps in these states, of a client and version if they are given. */
        CleanedDumps: {
            client?: string;
            version?: string;
            /** @description Used dumps are never cleaned: revert or unlock them first. */
            states: ("new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception")[];
            /** @description For the audit log. */
            reason?: string | null;
        };
        Completion: {
            /** @description Replaces the part of q from `from` to `to`. */
            text: string;
            /** @enum {string} */
            kind: "field" | "value" | "board" | "country" | "date" | "sort" | "tripcode" | "operator" | "emoji" | "word" | "thread";
            /** @description In UTF-16 code units, like `to`. */
            from: number;
            to: number;
            /** @description A short explanation; of an emoji its name in the language of Accept-Language, of a thread its subject. */
            description: string | null;
            /** @description Posts with this value; null if they were not counted. */
            count: number | null;
            /** @description The thread to open, of the kind `thread`; `text` then searches for its subject. */
            thread: {
                board: string;
                num: number;
            } | null;
        };
        CompletionAnswer: {
            completions: components["schemas"]["Completion"][];
        };
        ConfirmTotp: {
            /** @description The code that the authenticator app shows now. */
            code: string;
        };
        ContributedDump: {
            id: number;
            /**
             * @description docs/DUMPS.md explains each state.
             * @enum {string}
             */
            state: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
            /**
             * @description Why the service gave it this state, or left it new. null: it was not looked at yet, or people or an error gave it its state.
             * @enum {string|null}
             */
            reason: "unmapped" | "grace" | "untrusted" | "pending_change" | "incoherent" | "unknown_codec" | "first" | "newer_version" | "more_trusted" | "newer_version_differs" | "not_newer" | "less_trusted" | null;
            client: string;
            version: string;
            /** @description Who sent it first; null if nobody signed it. */
            contributor: string | null;
            /** @description Other contributors who sent the same dump. */
            confirmations: number;
            /** Format: date-time */
            received_at: string;
            /**
             * Format: date-time
             * @description Of its state.
             */
            changed_at: string;
            /** @description Hexadecimal. */
            md5: string;
            sha1: string;
            sha256: string;
            size: number;
            /** @description By content: jpg, webm. */
            type: string;
            /** @description The contributor would hand over the file. */
            offered: boolean;
            /** @description The file is here, or a post names it. */
            mapped: boolean;
            /** @description The archive has the file itself. */
            stored: boolean;
            /** @description The file has a used dump: this one or another. */
            verified: boolean;
            post: {
                board: string;
                num: number;
                subnum: number;
                thread: number;
            } | null;
            /** @description With visible posts of the file. */
            boards: string[];
        };
        ContributorList: {
            /** @description Those with the most dumps first; at most 100. */
            contributors: components["schemas"]["ContributorSummary"][];
        };
        ContributorSummary: {
            /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
            contributor: string;
            dumps: number;
            used: number;
            /** Format: date-time */
            first_sent_at: string;
            /** Format: date-time */
            last_sent_at: string;
            trust: {
                client: string;
                version: string;
                /**
                 * @description full: every field. lesser: hashes of the file and duration, while no fully trusted dump is used.
                 * @enum {string}
                 */
                trust: "full" | "lesser";
            }[];
        };
        DecideAppeal: {
            /** @description true lifts the ban. */
            granted: boolean;
            /** @description What the banned person reads. */
            answer?: string;
        };
        DecideProposal: {
            /**
             * @description `confirm` makes both aliases those of one identity, and merges their identities if they had two. `undo` opens the proposal again and restores the identities as they were.
             * @enum {string}
             */
            action: "confirm" | "decline" | "undo";
            /** @description Name of the identity after `confirm`; by default that of an identity with one of the aliases, or an alias. */
            identity?: string;
        };
        DecideRemoval: {
            /**
             * @description `hide`, `purge`, `delete_file` and `ban_file` carry out the decision. `refuse` needs an `answer`. `note` adds `answer` for other staff. `reopen` changes no post.
             * @enum {string}
             */
            action: "hide" | "purge" | "delete_file" | "ban_file" | "refuse" | "note" | "reopen";
            version: number;
            answer?: string;
            /** @description Of the request; all of its posts by default. */
            posts?: {
                board: string;
                num: number;
                subnum: number;
            }[];
            /**
             * @description With `hide` or `purge` of posts: bans their files before.
             * @enum {boolean}
             */
            ban_files?: true;
            /** @description For a name or a search: a bulk action with the same `action`, which the decision runs. */
            bulk_action?: number;
            /** @description The number of its posts. */
            bulk_posts?: number;
        };
        DecideReports: {
            /**
             * @description `dismiss` also shows a post that reports had hidden. The others, and bans, take a moderator.
             * @enum {string}
             */
            decision: "dismiss" | "hide" | "purge" | "delete_file" | "ban_file";
            posts: components["schemas"]["NamedPost"][];
            /** @description For the audit log; of a dismissal, a note for other staff. */
            reason?: string;
            /** @description Those who reported the posts read it with the decision. */
            answer?: string;
            /** @description Networks stay unseen. */
            ban?: {
                /**
                 * @description `writer`: the address that wrote the ghost post. `reporters`: the networks that reported the post in the last 7 days.
                 * @enum {string}
                 */
                of: "writer" | "reporters";
                /**
                 * @description With `writer`.
                 * @default address
                 * @enum {string}
                 */
                width?: "address" | "network" | "provider";
                /**
                 * @description On all boards, for moderators of all boards.
                 * @default false
                 */
                everywhere?: boolean;
                days: number;
                /** @description The banned person reads it. */
                reason: string;
            };
        };
        DecidedOffers: {
            /**
             * @description Of files in quarantine.
             * @enum {string}
             */
            action: "accept" | "refuse";
            offers: number[];
            /** @description For the audit log. */
            reason?: string | null;
        };
        DecidedRemoval: {
            /** @description Posts that changed. */
            posts: number;
            /** @description Posts of a bulk action that are left: send the same request again. */
            left: number;
        };
        DecidedReports: {
            /** @description Number of reported posts that changed. */
            posts: number;
            /** @description Ids of the new bans. */
            bans: number[];
            /** @description Posts about which somebody had decided before. The request has not changed them. */
            decided: {
                board: string;
                num: number;
                subnum: number;
                /** @description Who decided. */
                closed_by: string;
                /** Format: date-time */
                closed_at: string;
                /** @enum {string} */
                decision: "dismissed" | "hidden" | "shown" | "file_deleted" | "file_banned" | "purged";
            }[];
        };
        DeleteGhost: {
            board: string;
            num: number;
            subnum: number;
            password: string;
        };
        DidYouMeanAnswer: {
            /** @description Similar queries, the smallest change first. Empty if q has 5 hits or more, or no similar query has at least 20 times as many. */
            did_you_mean: components["schemas"]["SuggestedQuery"][];
        };
        /** @description One of `network` and `post`; the latter for the networks that reported that post. */
        DismissNetworkReports: {
            /** @description An address or network. */
            network?: string;
            post?: components["schemas"]["NamedPost"];
            /** @description For other staff. */
            note?: string;
        };
        DumpAction: {
            /**
             * @description unlock: the used dump of the file steps back for an hour. reset: handle it again. smite: it is invalid. forget: smitten for ever. trust: handle it as if it were fully trusted. delete: remove it.
             * @enum {string}
             */
            action: "unlock" | "reset" | "smite" | "forget" | "trust" | "delete";
            dumps: number[];
            /** @description For the audit log. */
            reason?: string | null;
        };
        /** @description Each is done or refused by itself. */
        DumpActionResult: {
            done: number[];
            refused: {
                id: number;
                detail: string;
            }[];
        };
        /** @description A request to change one field of a file’s record. */
        DumpChange: {
            id: number;
            /** @description null if the dump was deleted. */
            dump: number | null;
            client: string;
            version: string;
            md5: string;
            size: number;
            /** @enum {string} */
            field: "sha256" | "sha1" | "pixels" | "perceptual" | "width" | "height" | "duration" | "codecs";
            /** @description null: the archive did not know. */
            before: string | null;
            after: string;
            /**
             * @description pending: granted 24 hours after it was made. stopped: waits for a moderator. withdrawn: its dump is not used any more.
             * @enum {string}
             */
            state: "pending" | "stopped" | "granted" | "refused" | "withdrawn" | "reverted";
            reason: string | null;
            /** Format: date-time */
            made_at: string;
            /**
             * Format: date-time
             * @description When it is granted without anybody, if it is pending.
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When a moderator or the granter stopped it.
             */
            touched_at: string | null;
            /** Format: date-time */
            decided_at: string | null;
            /** @enum {string|null} */
            decided_by: "granter" | "moderator" | "service" | null;
            /** @description The file and its posts say what the state means. What moderators decide is carried out within a minute. */
            applied: boolean;
            /** @description Posts that it changed. */
            posts: number;
        };
        DumpChangeAction: {
            /**
             * @description stop: it is not granted by itself. grant: now. refuse: never. revert: what was granted is as it was before.
             * @enum {string}
             */
            action: "stop" | "grant" | "refuse" | "revert";
            changes: number[];
            /** @description For the audit log. */
            reason?: string | null;
        };
        DumpChangeList: {
            changes: components["schemas"]["DumpChange"][];
            next: number | null;
        };
        DumpClient: {
            client: string;
            version: string;
            dumps: number;
            used: number;
        };
        /** @description Who sent a dump, when, and how far this archive trusts them with its client and version. */
        DumpContributor: {
            /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
            contributor: string;
            /** Format: date-time */
            sent_at: string;
            /** @enum {string|null} */
            trust: "full" | "lesser" | null;
            /** @description Digest of the signed release of the client that the contributor claims to run. Nothing proves that he runs it. */
            release: string | null;
        };
        DumpDetails: {
            dump: components["schemas"]["ContributedDump"];
            says: components["schemas"]["FileFacts"];
            container: string | null;
            tracks: components["schemas"]["DumpTrack"][];
            /** @description In the order in which they sent it. */
            contributors: components["schemas"]["DumpContributor"][];
            changes: components["schemas"]["DumpChange"][];
            /** @description Its states, the newest first. */
            log: components["schemas"]["DumpLogEntry"][];
        };
        DumpKey: {
            /** @description Public key (X25519) to which packages are sealed, in Base64. */
            key: string;
            /** @description Namespace of the dumps that are taken. */
            format: string;
            /** @description Size of the largest package. */
            max_package_bytes: number;
            /** @description Size of the largest dump, unpacked. */
            max_dump_bytes: number;
            /** @description Whether packages may state the release of the client: true. */
            takes_releases: boolean;
        };
        DumpList: {
            dumps: components["schemas"]["ContributedDump"][];
            /** @description Value of `before` for the next page. */
            next: number | null;
        };
        DumpLogEntry: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            actor: "door" | "service" | "site" | "moderator";
            /** @enum {string|null} */
            from: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception" | null;
            /**
             * @description docs/DUMPS.md explains each state.
             * @enum {string}
             */
            to: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
            reason: string | null;
        };
        /** @description A missing file that a contributor would hand over. */
        DumpOffer: {
            id: number;
            sha256: string;
            md5: string;
            size: number;
            type: string;
            /**
             * @description asked: the archive would like the file. uploaded: it waits for its checks. quarantined: it waits for a moderator. accepted: it is being stored. stored: it is here. refused: by the checks or by a moderator.
             * @enum {string}
             */
            state: "asked" | "uploaded" | "quarantined" | "accepted" | "stored" | "refused";
            /** @description Why it was refused. */
            detail: string | null;
            /** @description The newest visible post that shows the file. */
            post: {
                board: string;
                num: number;
                subnum: number;
                thread: number;
            } | null;
            /** @description A file in quarantine has one at …/offers/{id}/thumbnail: drawn anew by the archive, of pictures. */
            has_thumbnail: boolean;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            changed_at: string;
        };
        DumpOfferList: {
            offers: components["schemas"]["DumpOffer"][];
            next: number | null;
        };
        /** @description The newest visible post that shows or names the file. */
        DumpPost: {
            board: string;
            num: number;
            subnum: number;
            thread: number;
        };
        /** @description A release that contributors claim to run. Its signature by a listed key is right. */
        DumpRelease: {
            id: number;
            client: string;
            version: string;
            /** @description SHA-256 of the list of the released files, in hexadecimal. */
            digest: string;
            /** @description Public key (Ed25519) that signs releases, in hexadecimal. */
            key: string;
            key_name: string;
            /** Format: date-time */
            stated_at: string;
            /** @description Dumps for which a contributor has stated it; at most 10,000 are counted. */
            dumps: number;
            /** @enum {string|null} */
            trust: "full" | "lesser" | null;
            /**
             * @description known: for contributors whose key is trusted with any version of the client. anybody: for every signed dump that states the release, also of strangers, who can state it falsely.
             * @enum {string}
             */
            scope: "known" | "anybody";
            decided_by: string | null;
            /** Format: date-time */
            decided_at: string | null;
        };
        DumpReleaseList: {
            keys: components["schemas"]["ReleaseKey"][];
            /** @description The newest 200. */
            releases: components["schemas"]["DumpRelease"][];
        };
        DumpStatistics: {
            states: {
                /**
                 * @description docs/DUMPS.md explains each state.
                 * @enum {string}
                 */
                state: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
                dumps: number;
            }[];
            /** @description Those with the most dumps first; at most 50. */
            clients: components["schemas"]["DumpClient"][];
            contributors: number;
            /** @description Dumps of files that nobody has posted. */
            unmapped: number;
            /** @description Files with a used dump. */
            verified: number;
            changes: {
                /** @enum {string} */
                state: "pending" | "stopped" | "granted" | "refused" | "withdrawn" | "reverted";
                changes: number;
            }[];
            /** @description Files that were only described by dumps and are here now. */
            restored: number;
            /**
             * Format: date-time
             * @description When these numbers were counted: every five minutes.
             */
            at: string;
        };
        DumpTaken: {
            /** @description added: the first of its kind. confirmed: another contributor has sent the same dump. known: it has been sent before. kept: it could not be handled, and is kept for the operators. waiting: the database is away, and the package is kept until it returns. */
            outcome: "added" | "confirmed" | "known" | "kept" | "waiting";
        };
        DumpTrack: {
            /** @enum {string} */
            kind: "video" | "audio" | "text" | "other";
            codec: string;
            /** @description Bits a second. */
            bitrate: number | null;
            /** @description Counted bytes of the track in the file; null if nobody counted. */
            bytes: number | null;
            /** @description Milliseconds. */
            duration: number | null;
            width: number | null;
            height: number | null;
        };
        DumpTrust: {
            /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
            contributor: string;
            client: string;
            version: string;
            /**
             * @description full: every field. lesser: hashes of the file and duration, while no fully trusted dump is used.
             * @enum {string}
             */
            trust: "full" | "lesser";
            given_by: string;
            /** Format: date-time */
            given_at: string;
        };
        DumpTrustList: {
            trust: components["schemas"]["DumpTrust"][];
        };
        /** @description What dumps say of a file, and whether one verifies it. */
        DumpedFile: {
            md5: string;
            size: number;
            /** @description The archive has the file itself. */
            stored: boolean;
            /** @description The used dump. null: the file is not verified. */
            verified_by: number | null;
            /**
             * @description Of the newest dump of the file; no_dump if there is none. waiting: it is not looked at yet.
             * @enum {string|null}
             */
            unverified_because: "no_dump" | "waiting" | "unmapped" | "grace" | "untrusted" | "pending_change" | "incoherent" | "unknown_codec" | "first" | "newer_version" | "more_trusted" | "newer_version_differs" | "not_newer" | "less_trusted" | "reset" | "smitten" | "failed" | null;
            facts: components["schemas"]["FileFacts"];
            /** @description The used one first, then the newest; at most 50. */
            dumps: components["schemas"]["ContributedDump"][];
            /** @description The newest first; at most 50. */
            changes: components["schemas"]["DumpChange"][];
        };
        EnvironmentSettings: {
            /** @description Why the reports of other processes could not be read; null if they were. */
            unread: string | null;
            /** @description Processes of the last day. One that has ended is left out when another of its kind has started on its machine. */
            processes: {
                id: string;
                /** @enum {string} */
                process: "server" | "indexer" | "scraper";
                /** @description The name of its machine. */
                host: string;
                pid: number;
                version: string;
                /**
                 * @description Each process reports every 30 seconds. stopped: it has closed. gone: 90 seconds passed without a report.
                 * @enum {string}
                 */
                state: "running" | "stopped" | "gone";
                /**
                 * Format: date-time
                 * @description When the process started.
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description The last report.
                 */
                seen_at: string;
            }[];
            /** @description By name. */
            settings: {
                name: string;
                /** @description The default, as it is written in the environment. */
                fallback: string | null;
                /** @description null for a setting of another version. */
                meaning: string | null;
                values: {
                    /**
                     * @description file: the one that `{NAME}_FILE` names.
                     * @enum {string}
                     */
                    source: "environment" | "file" | "default";
                    file: string | null;
                    /** @description `…` stands for a secret and for passwords in addresses; null for a setting without a value. */
                    value: string | null;
                    /** @description `id` of the running processes with this value. */
                    processes: string[];
                }[];
            }[];
        };
        ExamplesAnswer: {
            /** @description Operators, fields, then values of `is:` and `has:`; a field may have several. A name that finds nothing in this archive has none. */
            examples: components["schemas"]["QueryExample"][];
            /** Format: date-time */
            counted_at: string;
            /**
             * Format: date-time
             * @description The examples are cached until then, unless posts are hidden or shown.
             */
            fresh_until: string;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
        };
        Explanation: {
            q: string;
            /** @description The query in its canonical form, which is the same for equal queries. */
            canonical: string;
            /** @description The parsed query: `and` and `or` have `children`, `not` has a `child`, every other node is a condition. null for an empty query, which matches every post. */
            tree: ({
                kind: string;
                /** @description Position in q in UTF-16 code units: [start, end). */
                span: {
                    start: number;
                    end: number;
                };
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Parts of q that are valid but may not mean what was intended. */
            hints: components["schemas"]["SearchHint"][];
            /**
             * @description Order of the hits: the parameter, or `sort:` in q, or new.
             * @enum {string}
             */
            sort: "new" | "old" | "relevance" | "modified";
            /**
             * @description One hit for each thread: its first in the requested order.
             * @enum {string|null}
             */
            group: "thread" | null;
            tz: string;
            /** @description Boards that are searched; null for all. */
            boards: string[] | null;
            /** @description Conditions that were resolved before the search. */
            conditions: {
                /** @enum {string} */
                kind: "threads" | "quoted" | "identity" | "lookup";
                /** @description Position in q in UTF-16 code units: [start, end). */
                span: {
                    start: number;
                    end: number;
                };
                /** @description Threads, posts, aliases or values that the condition was replaced by. */
                count: number;
                /** @description The words that led to these values, as for `like:`. */
                words?: string[];
            }[];
            limits: {
                /** @description `length`, `leaves`, `depth`, `prefixes` or `cost`. */
                name: string;
                used: number;
                /** @description null for `cost`, which counts against the rate limit. */
                max: number | null;
            }[];
            /** @description The first request to Elasticsearch for hits; hits grouped by thread take several. Long lists are cut and end with the number of left-out values. */
            request: {
                [key: string]: unknown;
            };
            /** @description Hits on all pages, or threads if hits are grouped. */
            total: {
                value: number;
                /**
                 * @description `eq`: exact. `gte`: at least this many; `count=exact` counts all. `about`: an estimate, of many threads within a few percent; or counted without the posts that a condition on opening posts or links could not look up.
                 * @enum {string}
                 */
                relation: "eq" | "gte" | "about";
            };
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            took_ms: number;
            /** @description Milliseconds by stage for the first page. Some stages overlap. */
            stages: {
                /** @description `parse` (text to tree), `charge` (rate limit), `plan` (names looked up, conditions resolved), `execute` (requests for hits to Elasticsearch, with network), `hydrate` (rows), `pending_hides` (hidden posts that Elasticsearch may still return; only when there are some), `present`, `elasticsearch` (the part of all requests that Elasticsearch reports). */
                name: string;
                ms: number;
            }[];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        ExportEnd: {
            /** @enum {boolean} */
            end: true;
            /** @description Rows before this line. */
            rows: number;
            /** @description All hits were exported. */
            complete: boolean;
            /** @description Why the export is incomplete: `limit`, `time` (it took too long), `closing` (the server stops), or the code of an error, such as `search_unavailable`. */
            reason: string | null;
            /** @description Cursor to continue with; null if complete, and for exports of threads. */
            next: string | null;
        };
        ExportRow: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum: number;
            /** @description num of the opening post. */
            thread: number;
            opener: boolean;
            /** Format: date-time */
            time_posted: string;
            /** Format: date-time */
            time_modified: string;
            /** Format: date-time */
            time_deleted_post: string | null;
            /** Format: date-time */
            time_deleted_file: string | null;
            /** Format: date-time */
            time_archived: string | null;
            /** Format: date-time */
            time_bumped: string | null;
            name: string | null;
            tripcode: string | null;
            capcode: string | null;
            posterid: string | null;
            country: string | null;
            email: string | null;
            subject: string | null;
            /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
            comment: string;
            /**
             * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
             * @enum {boolean}
             */
            comment_truncated?: true;
            /** @description The comment as tokens for display, without HTML. */
            tokens: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            file: {
                /** @description The uploader's file name without extension. */
                name: string | null;
                /** @description Extension in lower case, without the dot. */
                type: string | null;
                /** @description Bytes. */
                size: number | null;
                width: number | null;
                height: number | null;
                /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                thumb_width: number | null;
                thumb_height: number | null;
                /** @description In base64, as in the 4chan API. */
                md5: string | null;
                /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                sha256: string | null;
                /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                sha256t: string | null;
                /**
                 * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                 * @enum {string}
                 */
                status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                /** @description The name of the file at the source, usually milliseconds since 1970. */
                time: number | null;
                spoiler: boolean;
                /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
                url: string | null;
                thumb_url: string | null;
                /** @description Path of the replay of a drawing (.tgkr) on this site. */
                replay_url: string | null;
            } | null;
            /** @description The files after the first, of sites whose posts may have several. Absent without them. */
            extra_files?: components["schemas"]["ExtraFile"][];
            spoiler: boolean;
            sticky: boolean;
            closed: boolean;
            posters: number | null;
            /** @description Of an opening post: the visible posts below it, at most 65,535. */
            replies: number | null;
            /** @description Of an opening post: visible posts of the thread with a file, this one included. */
            images: number | null;
            /** @description Year in which the poster bought a 4chan Pass. */
            since4pass: number | null;
            /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
            extra: {
                [key: string]: unknown;
            } | null;
            /** @description Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable. */
            doc_id: number | null;
            rev: number;
            /** @description The opening post's subject. */
            thread_subject: string | null;
            /** @description null unless hits are grouped. */
            group: {
                /** @description Hits in this thread, including this one. */
                hits: number;
            } | null;
        };
        ExtraFile: {
            /** @description The uploader's file name without extension. */
            name: string | null;
            /** @description Extension in lower case, without the dot. */
            type: string | null;
            /** @description Bytes. */
            size: number | null;
            width: number | null;
            height: number | null;
            /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
            thumb_width: number | null;
            thumb_height: number | null;
            /** @description In base64, as in the 4chan API. */
            md5: string | null;
            /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
            sha256: string | null;
            /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
            sha256t: string | null;
            /**
             * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
             * @enum {string}
             */
            status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
            /** @description The name of the file at the source, usually milliseconds since 1970. */
            time: number | null;
            spoiler: boolean;
            /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
            url: string | null;
            thumb_url: string | null;
            /** @description Path of the replay of a drawing (.tgkr) on this site. */
            replay_url: string | null;
            /** @description 1 for the second file of the post. */
            place: number;
            /**
             * Format: date-time
             * @description When the source was first seen without the file.
             */
            time_deleted: string | null;
        };
        Facet: {
            /** @enum {string} */
            field: "board" | "year" | "has_file" | "file" | "country" | "capcode" | "kind" | "deleted";
            values: components["schemas"]["FacetValue"][];
            others: {
                /** @description Number of values that are not listed. */
                values: number;
                /** @description Posts with these values. */
                posts: number;
            };
            /** @description If false, counts are approximate and values may be missing. */
            exact: boolean;
            /** @description The query has a condition on this field; counts are those without it, so that they show the alternatives. */
            own: boolean;
        };
        FacetValue: {
            /** @description By field: a board name, a year, a file extension as in `ext:`, a country code, a capcode, `op` or `reply`, `yes` or `no`. */
            value: string;
            /** @description Display name; null if it is the value itself. */
            label: string | null;
            count: number;
            /** @description The query already has this condition. */
            active: boolean;
            /** @description The query with this condition added, or removed if it is active; null if it would be too long. */
            q: string | null;
        };
        FacetsAnswer: {
            facets: components["schemas"]["Facet"][];
            /** @description Hits of the query, all of them counted. */
            total: number;
            /**
             * @description As `total.relation` of /api/v1/search.
             * @enum {string}
             */
            total_relation: "eq" | "gte" | "about";
            /** @description q compares hits with the text as written (`="Kern"`), and the counts do not: they include posts that differ in letter case, accents or signs. */
            folded: boolean;
            took_ms: number;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
        };
        /** @description What was opened and not understood: kept for who mends the client. */
        FailedDump: {
            id: number;
            /**
             * @description docs/DUMPS.md explains each state.
             * @enum {string}
             */
            state: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
            problem: string | null;
            /** Format: date-time */
            received_at: string;
        };
        FailedDumpList: {
            /** @description The newest first; at most 1000 are kept. */
            dumps: components["schemas"]["FailedDump"][];
        };
        FailingSource: {
            board: string;
            /**
             * @description `lists`: new posts are not archived. `files`: their files are not.
             * @enum {string}
             */
            serves: "lists" | "files";
            /** Format: date-time */
            since: string;
        };
        /** @description Fields of a file as text; null for what is not known. `duration` in milliseconds. */
        FileFacts: {
            sha256: string | null;
            sha1: string | null;
            pixels: string | null;
            perceptual: string | null;
            width: string | null;
            height: string | null;
            duration: string | null;
            codecs: string | null;
        };
        FileList: {
            board: string;
            /** @description Posts with a file, newest first. */
            posts: components["schemas"]["Post"][];
            /** @enum {string} */
            order: "created";
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Cursor of the previous page; null on the first page. */
            previous: string | null;
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        Filter: {
            id: number;
            /** @description null: on every board. */
            board: string | null;
            /**
             * @description `phrase`: the text contains it, whatever the letter case and the white space. `regexp`: one expression per line, in linear time. `files`: the post has a file of a list. `deleted`: the source deleted the post.
             * @enum {string}
             */
            kind: "phrase" | "regexp" | "files" | "deleted";
            /** @description Of a list of files a digest of it. */
            pattern: string;
            /** @description Files of the list. */
            files: number;
            fields: ("subject" | "comment" | "name" | "tripcode" | "email" | "filename")[];
            /**
             * @description `hide`: stored and hidden. `hold`: hidden until staff look at it, in the queue of reports. `refuse`: not stored; opening posts and posts that are stored already are hidden instead.
             * @enum {string}
             */
            action: "hide" | "hold" | "refuse";
            /** @description For staff. */
            note: string | null;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last trial on the archive began.
             */
            tried_at: string | null;
            /** @description Visible posts that the trial has read, from the newest on. */
            tried_posts: number;
            /** @description Posts among them that the filter would hide. */
            tried_matches: number;
            /**
             * Format: date-time
             * @description Since when it counts; null while it does not.
             */
            enabled_at: string | null;
            /** @description Why it does not count although it is enabled: matching its pattern takes too long; null if nothing is wrong. */
            problem: string | null;
            /** @description Posts that it has hidden, that nobody of staff has decided on since. */
            hidden: number;
            /** @description Posts that it holds until staff look at them. */
            held: number;
            /** @description Posts that it has refused. */
            refused: number;
        };
        FilterBatch: {
            /** @description `next` of the answer before; without it the newest posts come first. */
            cursor?: string;
        };
        FilterList: {
            filters: components["schemas"]["Filter"][];
        };
        FoolFuukaArchives: {
            site: {
                url: string;
                name: string;
                title: string;
                notices: unknown[];
                media_http: unknown[];
                media_https: unknown[];
                global_search_enabled: boolean;
            };
            archives: {
                [key: string]: {
                    name: string;
                    shortname: string;
                    board_url: string;
                    threads_per_page: string;
                    original_board_url: string;
                    thumbs_url: string;
                    images_url: string;
                    anonymous_default_name: string;
                    is_nsfw: boolean;
                    search_enabled: boolean;
                    board_hidden: boolean;
                };
            };
        };
        FoolFuukaBoards: {
            site: {
                url: string;
                name: string;
                title: string;
                notices: unknown[];
                media_http: unknown[];
                media_https: unknown[];
                global_search_enabled: boolean;
            };
            boards: {
                [key: string]: {
                    name: string;
                    shortname: string;
                    board_url: string;
                    threads_per_page: string;
                    original_board_url: string;
                    thumbs_url: string;
                    images_url: string;
                    anonymous_default_name: string;
                    is_nsfw: boolean;
                    search_enabled: boolean;
                    board_hidden: boolean;
                };
            };
        };
        FoolFuukaDone: {
            /** @description A sentence that clients display. */
            success: string;
        };
        FoolFuukaError: {
            /** @description A sentence that clients display. */
            error: string;
        };
        FoolFuukaFound: {
            0: {
                posts: components["schemas"]["FoolFuukaPost"][];
            };
            meta: {
                total_found: number;
                max_results: number;
                search_title: string;
            };
        } | components["schemas"]["FoolFuukaError"];
        /** @description Opening posts. */
        FoolFuukaGallery: components["schemas"]["FoolFuukaPost"][];
        FoolFuukaIndex: {
            [key: string]: {
                op: components["schemas"]["FoolFuukaPost"];
                /** @description The newest replies. */
                posts: components["schemas"]["FoolFuukaPost"][];
                omitted: number;
                images_omitted: number;
            };
        } | unknown[];
        FoolFuukaMedia: {
            /** @description Of the image, the same on every board; null for a file that was never archived. */
            media_id: string | null;
            /** @enum {string} */
            spoiler: "0" | "1";
            preview_orig: string | null;
            media: string;
            preview_op: string | null;
            preview_reply: string | null;
            preview_w: string;
            preview_h: string;
            /** @description The uploader's file name, HTML-escaped. */
            media_filename: string;
            media_w: string;
            media_h: string;
            media_size: string;
            /** @description MD5 in base64. */
            media_hash: string | null;
            media_orig: string;
            exif: string | null;
            /** @description Number of posts of the board with the same MD5; null if that is unknown. */
            total: string | null;
            /** @enum {string} */
            banned: "0" | "1";
            /**
             * @description `normal` if there is a `media_link`.
             * @enum {string}
             */
            media_status: "normal" | "banned" | "not-available";
            safe_media_hash: string | null;
            /** @description Like `media_link`; without one, a page that leads to the post. */
            remote_media_link: string;
            /** @description null for a file that is not here. */
            media_link: string | null;
            thumb_link: string | null;
            media_filename_processed: string;
            /** @description Hexadecimal; of the archived file. */
            sha256: string | null;
            /** @description Hexadecimal; of its thumbnail. */
            sha256t: string | null;
            /** @description The replay of a drawing (.tgkr). */
            replay_link: string | null;
        };
        FoolFuukaPost: {
            doc_id: string;
            num: string;
            /** @description 0, or the number of the ghost post below `num`. */
            subnum: string;
            thread_num: string;
            /** @enum {string} */
            op: "0" | "1";
            /** @description Seconds since 1970. */
            timestamp: number;
            /** @description When the post was deleted or its thread was archived, in seconds since 1970; the string `0` if neither. */
            timestamp_expired: string | number;
            /** @description `N` for none. */
            capcode: string;
            email: string | null;
            name: string | null;
            trip: string | null;
            title: string | null;
            /** @description BBCode. */
            comment: string | null;
            poster_hash: string | null;
            poster_country: string | null;
            /** @enum {string} */
            sticky: "0" | "1";
            /** @enum {string} */
            locked: "0" | "1";
            /** @enum {string} */
            deleted: "0" | "1";
            /** @description Only in lists of opening posts, like `nimages`. */
            nreplies: string | null;
            nimages: string | null;
            fourchan_date: string;
            comment_sanitized: string;
            /** @description HTML. */
            comment_processed: string;
            /**
             * @description Not of FoolFuuka: the three fields before are the beginning of a longer comment.
             * @enum {boolean}
             */
            comment_truncated?: true;
            formatted: boolean;
            title_processed: string | null;
            name_processed: string | null;
            email_processed: string | null;
            trip_processed: string | null;
            poster_hash_processed: string | null;
            poster_country_name: string | boolean;
            poster_country_name_processed: string;
            troll_country_code: string | boolean;
            troll_country_name: string | boolean;
            since4pass: string | null;
            unique_ips: string | null;
            extra_data: unknown;
            /** @description JSON as text: source data without a column of its own. */
            exif: string | null;
            media: components["schemas"]["FoolFuukaMedia"] | null;
            /** @description Not of FoolFuuka: the files of the post after its first. Absent for a post with one file. */
            extra_files?: components["schemas"]["FoolFuukaMedia"][];
            board: {
                name: string;
                shortname: string;
            };
        };
        /** @description One thread. `op` is absent unless it is newer than `latest_doc_id`. */
        FoolFuukaThread: {
            [key: string]: {
                op?: components["schemas"]["FoolFuukaPost"];
                posts: {
                    [key: string]: components["schemas"]["FoolFuukaPost"];
                };
            };
        };
        /** @description nums of threads that are no longer on the board's pages. */
        FourChanArchive: number[];
        FourChanBoards: {
            boards: {
                board: string;
                title: string;
                /** @enum {integer} */
                ws_board: 0 | 1;
                per_page: number;
                pages: number;
                /** @enum {number} */
                is_archived: 1;
            }[];
        };
        /** @description Opening posts by page, with `last_replies` if there are replies. */
        FourChanCatalog: {
            page: number;
            threads: components["schemas"]["FourChanPost"][];
        }[];
        FourChanPage: {
            threads: components["schemas"]["FourChanThread"][];
        };
        FourChanPost: {
            no: number;
            /** @description num of the opening post; 0 for an opening post. */
            resto: number;
            /** @description Local time in New York. */
            now: string;
            /** @description Seconds since 1970. */
            time: number;
            /** @enum {number} */
            sticky?: 1;
            /** @enum {number} */
            closed?: 1;
            /** @enum {number} */
            archived?: 1;
            archived_on?: number;
            /** @description Only of opening posts, like `images`. */
            replies?: number;
            images?: number;
            unique_ips?: number;
            /** @description Only in lists, like `omitted_images`. */
            omitted_posts?: number;
            omitted_images?: number;
            /** @description Only in catalogs, in seconds since 1970. */
            last_modified?: number;
            /** @description HTML, like `email`, `sub` and `com`. */
            name?: string;
            trip?: string;
            id?: string;
            capcode?: string;
            country?: string;
            email?: string;
            sub?: string;
            com?: string;
            /**
             * @description Not of 4chan: `com` is the beginning of a longer comment.
             * @enum {number}
             */
            comment_truncated?: 1;
            tim?: number;
            filename?: string;
            /** @description With the dot. */
            ext?: string;
            /** @description MD5 in base64. */
            md5?: string;
            fsize?: number;
            w?: number;
            h?: number;
            tn_w?: number;
            tn_h?: number;
            /** @enum {number} */
            spoiler?: 1;
            /**
             * @description Also of a file that the archive does not have and will not get, without a thumbnail.
             * @enum {number}
             */
            filedeleted?: 1;
            /** @description Hexadecimal; of the archived file. Not of 4chan, like the next three. */
            sha256?: string;
            /** @description Hexadecimal; of the archived thumbnail. */
            sha256t?: string;
            /** @description Hexadecimal; of the replay of a drawing. */
            replay_sha256?: string;
            /** @description Of a file that is not archived: pending (it will be fetched), deleted (by 4chan), gone, refused, banned or never_fetched. */
            media_status?: string;
        };
        FourChanTail: {
            /** @description First a part of the opening post: `no`, `sticky`, `closed`, `archived`, `archived_on`, `bumplimit`, `imagelimit`, `replies`, `images`, `unique_ips`, `custom_spoiler`, `tail_size` (the number of posts that follow) and `tail_id` (`no` of the post before them). Then the last 50 posts, as in FourChanPost. */
            posts: ({
                no: number;
            } & {
                [key: string]: unknown;
            })[];
        };
        FourChanThread: {
            posts: components["schemas"]["FourChanPost"][];
        };
        FourChanThreads: {
            page: number;
            threads: {
                no: number;
                last_modified: number;
                replies: number;
            }[];
        }[];
        Freshness: {
            board: string;
            thread: number;
            /**
             * Format: date-time
             * @description When the source was last polled for this thread. null if it is no longer polled or not in the archive: archived, deleted, gone from the board, or not harvested.
             */
            checked_at: string | null;
            /** @description Seconds since `checked_at`, by the clock of the server. */
            age_seconds: number | null;
        };
        GivenTrust: {
            /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
            contributor: string;
            client: string;
            version: string;
            /**
             * @description null takes it away.
             * @enum {string|null}
             */
            trust: "full" | "lesser" | null;
            /** @description For the audit log. */
            reason?: string | null;
        };
        HarvestRefusal: {
            board: string;
            /** @description Of the document or file at the source. */
            url: string;
            /** @description null for a list, or if the document may show another thread. */
            thread: number | null;
            /** @description One of those that docs/FIELDS.md lists. */
            reason: string;
            /** @description How many entries, mostly posts, were refused alone in the last copy of the document; null if the document was refused as a whole. */
            entries: number | null;
            /** @description What was wrong, and the beginning of what was refused; empty where that could quote a purged post. */
            sample: string;
            /** @description How often the document was refused, or had such entries. */
            times: number;
            /** Format: date-time */
            first_seen: string;
            /** Format: date-time */
            last_seen: string;
        };
        HarvestRefusalList: {
            refusals: components["schemas"]["HarvestRefusal"][];
            /** @description Whether there are older ones than `limit` allows. */
            has_more: boolean;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "degraded";
            /** @description Functions that do not work now, or not for every board: `search`, `archive` or `indexing`. */
            degraded: string[];
            /** @description The boards of which searches lack posts now, and why; `degraded` then names `search`. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /** @description Why Elasticsearch refuses new posts now; `degraded` then names `indexing`. */
            write_blocks: components["schemas"]["WriteBlock"][];
            /** @description The three stores, as this server sees them. */
            stores: components["schemas"]["StoreState"][];
            /** @description The sources of boards, and the hosts of their files, that do not answer scrapers. They do not change `status`, because no server can help it. null while PostgreSQL is away. */
            failing_sources: components["schemas"]["FailingSource"][] | null;
        };
        HeldCounts: {
            posts: number;
            threads: number;
            files: number;
        };
        /** @description Positions of matched terms in the fields of the post, in UTF-16 code units. */
        Highlights: {
            comment?: number[][];
            subject?: number[][];
            media_name?: number[][];
            /** @description In the names of `extra_files`, in their order. */
            extra_files?: number[][][];
        };
        /** @description A post with fields that the search adds. Absent fields have no value, or `fields` does not list them. */
        Hit: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum: number;
            /** @description num of the opening post. */
            thread: number;
            /** @enum {boolean} */
            opener?: true;
            /** Format: date-time */
            time_posted?: string;
            /** Format: date-time */
            time_modified?: string;
            /** Format: date-time */
            time_deleted_post?: string;
            /** Format: date-time */
            time_deleted_file?: string;
            /** Format: date-time */
            time_archived?: string;
            /** Format: date-time */
            time_bumped?: string;
            name?: string;
            tripcode?: string;
            capcode?: string;
            posterid?: string;
            country?: string;
            email?: string;
            subject?: string;
            /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
            comment?: string;
            /**
             * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
             * @enum {boolean}
             */
            comment_truncated?: true;
            /** @description The comment as tokens for display, without HTML. */
            tokens?: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            file?: {
                /** @description The uploader's file name without extension. */
                name?: string;
                /** @description Extension in lower case, without the dot. */
                type?: string;
                /** @description Bytes. */
                size?: number;
                width?: number;
                height?: number;
                /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                thumb_width?: number;
                thumb_height?: number;
                /** @description In base64, as in the 4chan API. */
                md5?: string;
                /** @description Hexadecimal; absent unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                sha256?: string;
                /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; absent without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                sha256t?: string;
                /**
                 * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                 * @enum {string}
                 */
                status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                /** @description The name of the file at the source, usually milliseconds since 1970. */
                time?: number;
                /** @enum {boolean} */
                spoiler?: true;
                /** @description Path of the file on this site. While it is not archived: absent, or its address at the source if the operator allows it. */
                url?: string;
                thumb_url?: string;
                /** @description Path of the replay of a drawing (.tgkr) on this site. */
                replay_url?: string;
            };
            extra_files?: {
                /** @description The uploader's file name without extension. */
                name?: string;
                /** @description Extension in lower case, without the dot. */
                type?: string;
                /** @description Bytes. */
                size?: number;
                width?: number;
                height?: number;
                /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                thumb_width?: number;
                thumb_height?: number;
                /** @description In base64, as in the 4chan API. */
                md5?: string;
                /** @description Hexadecimal; absent unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                sha256?: string;
                /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; absent without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                sha256t?: string;
                /**
                 * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                 * @enum {string}
                 */
                status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                /** @description The name of the file at the source, usually milliseconds since 1970. */
                time?: number;
                /** @enum {boolean} */
                spoiler?: true;
                /** @description Path of the file on this site. While it is not archived: absent, or its address at the source if the operator allows it. */
                url?: string;
                thumb_url?: string;
                /** @description Path of the replay of a drawing (.tgkr) on this site. */
                replay_url?: string;
                /** @description 1 for the second file of the post. */
                place: number;
                /**
                 * Format: date-time
                 * @description When the source was first seen without the file.
                 */
                time_deleted?: string;
            }[];
            /** @enum {boolean} */
            spoiler?: true;
            /** @enum {boolean} */
            sticky?: true;
            /** @enum {boolean} */
            closed?: true;
            posters?: number;
            /** @description Of an opening post: the visible posts below it, at most 65,535. */
            replies?: number;
            /** @description Of an opening post: visible posts of the thread with a file, this one included. */
            images?: number;
            /** @description Year in which the poster bought a 4chan Pass. */
            since4pass?: number;
            /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
            extra?: {
                [key: string]: unknown;
            };
            /** @description Order in which the archive stored posts, as in the FoolFuuka API. absent if PostgreSQL is unavailable. */
            doc_id?: number;
            rev?: number;
            highlights?: components["schemas"]["Highlights"];
            /** @description Subject of the opening post. */
            thread_subject?: string;
            /** @description The subject, else the first words of the opening post, without spoilers. */
            thread_title?: string;
            /** @description absent unless hits are grouped. */
            group?: {
                /** @description Hits in this thread, including this one. */
                hits: number;
            };
        };
        Identity: {
            name: string;
            aliases: components["schemas"]["IdentityAlias"][];
        };
        IdentityAlias: {
            /**
             * @description `sender`: the poster id that stands for an e-mail address of a mailing list, such as `s12`, or the key of an author in a cable channel, in hexadecimal. `tripcode`: with its `!`. `name`: as in posts.
             * @enum {string}
             */
            kind: "sender" | "tripcode" | "name";
            value: string;
        };
        IdentityAliases: {
            aliases: components["schemas"]["IdentityAlias"][];
        };
        IdentityList: {
            identities: components["schemas"]["Identity"][];
        };
        IdentityProposal: {
            id: number;
            aliases: components["schemas"]["AliasEvidence"][];
            /** @description How often it was proposed, at most once in 7 days by a network. */
            proposals: number;
            /** @description Oldest first; at most 20 are kept. */
            reasons: {
                reason: string;
                /** Format: date-time */
                proposed_at: string;
            }[];
            /** Format: date-time */
            opened_at: string;
            /** Format: date-time */
            last_proposed_at: string;
            /**
             * @description null while it is open.
             * @enum {string|null}
             */
            outcome: "confirmed" | "declined" | null;
            /** Format: date-time */
            closed_at: string | null;
            closed_by: string | null;
        };
        /** @description Pages of 20, newest first. */
        IdentityProposals: {
            total: number;
            proposals: components["schemas"]["IdentityProposal"][];
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
        };
        Invitation: {
            /** @description Path and fragment of the link, for the invited person. No later answer contains it. */
            path: string;
            /**
             * Format: date-time
             * @description Until when the link works.
             */
            expires_at: string;
        };
        Invite: {
            name: string;
            /** @description One role for each board, and one for all. */
            roles: components["schemas"]["RoleOnBoard"][];
            totp_required?: boolean;
        };
        /** @description JSON Feed 1.1. */
        JsonFeed: {
            version: string;
            title: string;
            home_page_url: string;
            feed_url: string;
            items: {
                /** @description A permanent tag URI (RFC 4151). */
                id: string;
                /** @description The post on the page of its thread. */
                url: string;
                /** @description The subject, or the beginning of the comment. */
                title: string;
                content_html: string;
                image?: string;
                /** Format: date-time */
                date_published: string;
                /** Format: date-time */
                date_modified: string;
                authors: {
                    /** @description Name and tripcode. */
                    name: string;
                }[];
                /** @description The board name. */
                tags: string[];
                attachments?: {
                    url: string;
                    mime_type: string;
                    title?: string;
                    size_in_bytes?: number;
                }[];
            }[];
        };
        KeptAddresses: {
            addresses: {
                /** @enum {string} */
                kind: "poster" | "reporter" | "ban";
                /** @description An address, or a network with its length. */
                network: string;
                /** Format: date-time */
                kept_until: string;
            }[];
        };
        KeyList: {
            keys: components["schemas"]["ListedKey"][];
        };
        Kick: {
            /** @description Address of a board or thread at its source or in an archive that is backfilled from, or a path of this archive such as `/g/thread/123`. */
            url: string;
        };
        KickResult: {
            board: string;
            /** @description The thread that is fetched first; null if the whole board is polled. */
            thread: number | null;
            /** @description Scrapers that received the kick: 1, or 0 while the board changes scrapers; the kick then waits up to two minutes. */
            harvesters: number;
        };
        Limits: {
            query: {
                /** @description UTF-16 code units of q. */
                length: number;
                /** @description Words, phrases and field values; each board counts. */
                leaves: number;
                /** @description Nested groups. */
                depth: number;
                /** @description Words that end with `*`. */
                prefixes: number;
                /** @description Minimum number of letters or digits before `*`. */
                prefix_length: number;
            };
            page: {
                default: number;
                max: number;
            };
            feed: {
                entries: number;
            };
            export: {
                rows: {
                    /** @description Rows of one export; 0 for no exports. */
                    anonymous: number;
                    /** @description Rows of one export; 0 for no exports. */
                    admin: number;
                };
                /** @description Concurrent exports of one server. */
                at_once: number;
                max_seconds: number;
            };
            rate: {
                /** @description Cost units a minute; 0 for no limit. */
                anonymous: number;
                /** @description Cost units a minute; 0 for no limit. */
                key: number;
                /** @description Cost units a minute; 0 for no limit. */
                admin: number;
            };
            search: {
                /** @description Milliseconds after which a search is stopped; its answer is marked `partial`. */
                timeout_ms: number;
            };
        };
        ListedKey: {
            name: string;
            scopes: string[];
            roles: components["schemas"]["RoleOnBoard"][];
            /** @description Cost a minute; null: the default of keys. */
            per_minute: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
        };
        /** @description Either `post` or `ban`. */
        LookAtAddresses: {
            post?: components["schemas"]["NamedPost"];
            ban?: number;
            reason?: string;
        };
        ManagedBoard: {
            name: string;
            title: string;
            /** @description Whether the board is safe for work. */
            worksafe: boolean;
            unlisted: boolean;
        };
        Moderate: {
            /** @enum {string} */
            action: "hide" | "show" | "purge";
            board: string;
            num: number;
            subnum?: number;
            /** @description The whole thread of this opening post, including later replies. */
            thread?: boolean;
            reason?: string;
        };
        ModerateFile: {
            /**
             * @description `delete`: the stored file goes, and comes back if a later post brings it. `ban`: it is never stored again, by SHA-256 and MD5.
             * @enum {string}
             */
            action: "delete" | "ban";
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum?: number;
            /**
             * @description Of a post with several files: 0 for `file`, else the `place` of one of `extra_files`.
             * @default 0
             */
            place?: number;
            reason?: string;
        };
        ModeratePosts: {
            /** @enum {string} */
            action: "hide" | "show" | "purge";
            posts: components["schemas"]["NamedPost"][];
            reason?: string;
        };
        Moderated: {
            /** @description Number of posts that changed. */
            posts: number;
        };
        ModeratedPosts: {
            /** @description Posts that changed. Posts that were in the requested state already are left out. */
            posts: {
                board: string;
                num: number;
                subnum: number;
            }[];
        };
        NamedPost: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum?: number;
        };
        /** @description A file, with the newest visible post that shows it on boards of the account. */
        NearFile: {
            /** @description Bits of 64 in which the pictures differ; 0 for the same picture. */
            distance: number;
            board: string;
            num: number;
            subnum: number;
            /** @description Posts that show the file. */
            posts: number;
            /** @description Whether a board that the account does not moderate shows it too: then the account may not ban it. */
            elsewhere: boolean;
        };
        NearFileList: {
            files: components["schemas"]["NearFile"][];
        };
        /** @description The threads of `series`, or those from `first_thread` to `last_thread`, belong to `target`; null: to no series. Without `series`: all threads of the range, which needs both ends. To join two series: `series` and `target`. To split one: `series`, `first_thread` and a new name as `target`. */
        NewSeriesRule: {
            series?: string | null;
            first_thread?: number | null;
            last_thread?: number | null;
            target: string | null;
        };
        OfferTaken: {
            /**
             * @description It is checked, and then waits for a moderator.
             * @enum {string}
             */
            state: "uploaded";
        };
        Overview: {
            /**
             * Format: date-time
             * @description When it was read.
             */
            at: string;
            /** @description The parts that the roles of the account allow, in a fixed order. */
            parts: components["schemas"]["OverviewPart"][];
        };
        OverviewLine: {
            /** @description Such as `reports.open`. */
            kind: string;
            /**
             * @description `ok`: works as it should. `waiting`: work for people. `warning`: needs attention soon. `error`: does not work.
             * @enum {string}
             */
            state: "ok" | "waiting" | "warning" | "error";
            /** @description null for several boards, or the whole archive. */
            board: string | null;
            /** @description Items, bytes or seconds, depending on `unit`. */
            number: number | null;
            /** @enum {string} */
            unit: "items" | "bytes" | "seconds";
            /** @description The name of the thing, such as a host or a folder. */
            name: string | null;
            /**
             * Format: date-time
             * @description Begin of the state, or age of the oldest item.
             */
            since: string | null;
            /** @description Code of the reason, such as `connection_refused`, for translations of `detail`. */
            reason: string | null;
            /** @description The reason in words, often those of another program. */
            detail: string | null;
            /** @description Path of the page where one can act. */
            href: string | null;
            /** @description The line as an English sentence. */
            text: string;
        };
        OverviewPart: {
            /** @description Such as `sources`. */
            name: string;
            /** @description Why this part could not be read now; null if it was. */
            unread: string | null;
            lines: components["schemas"]["OverviewLine"][];
        };
        OwnAccount: {
            name: string;
            /** Format: date-time */
            created_at: string;
            totp: {
                /** @description Sign-ins need a code of an authenticator app. */
                enabled: boolean;
                /** @description An admin requires it of this account. */
                required: boolean;
                /** @description Unused recovery codes. */
                recovery_codes: number;
            };
            passkeys: components["schemas"]["OwnPasskey"][];
            /** @description Whether passkeys can be added: the archive has a public address under https, or at localhost. */
            passkeys_possible: boolean;
        };
        OwnPasskey: {
            /** @description Of the credential, in base64url. */
            id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        OwnSecrets: {
            /** @description The current password. */
            password: string;
            /** @description A code of the authenticator app, or a recovery code. */
            code?: string;
            passkey?: components["schemas"]["PasskeyProof"];
        };
        PartialReason: {
            /**
             * @description `timed_out`: stopped at the time limit. `shard_failed`: a part of the index did not answer. `board_missing`: the index of these boards is missing, closed or broken; none or only some of their posts are searched. `board_refilling`: the index of these boards was lost and is being filled again. `field_missing`: the index of these boards has to be rebuilt before it has a field that the query asks for. `post_unreadable`: found, but not readable while PostgreSQL is away. `documents_missing`: found, but not readable while PostgreSQL is away, because the index of these boards holds no whole posts.
             * @enum {string}
             */
            reason: "timed_out" | "shard_failed" | "board_missing" | "board_refilling" | "field_missing" | "post_unreadable" | "documents_missing";
            /** @description The boards that are not wholly covered; empty if any may lack posts. */
            boards: string[];
        };
        PassProof: {
            /** @description Challenge and solution as the libraries of ALTCHA print them (JSON in base64). */
            proof: string;
        };
        PasskeyOptions: {
            /** @description For the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads them. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description A signature of the last challenge that this browser got. Each challenge is accepted once. */
        PasskeyProof: {
            /** @description Of the credential. */
            id: string;
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
            };
        };
        Post: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum: number;
            /** @description num of the opening post. */
            thread: number;
            opener: boolean;
            /** Format: date-time */
            time_posted: string;
            /** Format: date-time */
            time_modified: string;
            /** Format: date-time */
            time_deleted_post: string | null;
            /** Format: date-time */
            time_deleted_file: string | null;
            /** Format: date-time */
            time_archived: string | null;
            /** Format: date-time */
            time_bumped: string | null;
            name: string | null;
            tripcode: string | null;
            capcode: string | null;
            posterid: string | null;
            country: string | null;
            email: string | null;
            subject: string | null;
            /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
            comment: string;
            /**
             * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
             * @enum {boolean}
             */
            comment_truncated?: true;
            /** @description The comment as tokens for display, without HTML. */
            tokens: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            file: {
                /** @description The uploader's file name without extension. */
                name: string | null;
                /** @description Extension in lower case, without the dot. */
                type: string | null;
                /** @description Bytes. */
                size: number | null;
                width: number | null;
                height: number | null;
                /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                thumb_width: number | null;
                thumb_height: number | null;
                /** @description In base64, as in the 4chan API. */
                md5: string | null;
                /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                sha256: string | null;
                /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                sha256t: string | null;
                /**
                 * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                 * @enum {string}
                 */
                status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                /** @description The name of the file at the source, usually milliseconds since 1970. */
                time: number | null;
                spoiler: boolean;
                /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
                url: string | null;
                thumb_url: string | null;
                /** @description Path of the replay of a drawing (.tgkr) on this site. */
                replay_url: string | null;
            } | null;
            /** @description The files after the first, of sites whose posts may have several. Absent without them. */
            extra_files?: components["schemas"]["ExtraFile"][];
            spoiler: boolean;
            sticky: boolean;
            closed: boolean;
            posters: number | null;
            /** @description Of an opening post: the visible posts below it, at most 65,535. */
            replies: number | null;
            /** @description Of an opening post: visible posts of the thread with a file, this one included. */
            images: number | null;
            /** @description Year in which the poster bought a 4chan Pass. */
            since4pass: number | null;
            /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
            extra: {
                [key: string]: unknown;
            } | null;
            /** @description Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable. */
            doc_id: number | null;
            rev: number;
        };
        PostAnswer: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum: number;
            /** @description num of the opening post. */
            thread: number;
            opener: boolean;
            /** Format: date-time */
            time_posted: string;
            /** Format: date-time */
            time_modified: string;
            /** Format: date-time */
            time_deleted_post: string | null;
            /** Format: date-time */
            time_deleted_file: string | null;
            /** Format: date-time */
            time_archived: string | null;
            /** Format: date-time */
            time_bumped: string | null;
            name: string | null;
            tripcode: string | null;
            capcode: string | null;
            posterid: string | null;
            country: string | null;
            email: string | null;
            subject: string | null;
            /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
            comment: string;
            /**
             * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
             * @enum {boolean}
             */
            comment_truncated?: true;
            /** @description The comment as tokens for display, without HTML. */
            tokens: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            file: {
                /** @description The uploader's file name without extension. */
                name: string | null;
                /** @description Extension in lower case, without the dot. */
                type: string | null;
                /** @description Bytes. */
                size: number | null;
                width: number | null;
                height: number | null;
                /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                thumb_width: number | null;
                thumb_height: number | null;
                /** @description In base64, as in the 4chan API. */
                md5: string | null;
                /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                sha256: string | null;
                /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                sha256t: string | null;
                /**
                 * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                 * @enum {string}
                 */
                status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                /** @description The name of the file at the source, usually milliseconds since 1970. */
                time: number | null;
                spoiler: boolean;
                /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
                url: string | null;
                thumb_url: string | null;
                /** @description Path of the replay of a drawing (.tgkr) on this site. */
                replay_url: string | null;
            } | null;
            /** @description The files after the first, of sites whose posts may have several. Absent without them. */
            extra_files?: components["schemas"]["ExtraFile"][];
            spoiler: boolean;
            sticky: boolean;
            closed: boolean;
            posters: number | null;
            /** @description Of an opening post: the visible posts below it, at most 65,535. */
            replies: number | null;
            /** @description Of an opening post: visible posts of the thread with a file, this one included. */
            images: number | null;
            /** @description Year in which the poster bought a 4chan Pass. */
            since4pass: number | null;
            /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
            extra: {
                [key: string]: unknown;
            } | null;
            /** @description Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable. */
            doc_id: number | null;
            rev: number;
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        PostList: {
            board: string;
            posts: components["schemas"]["Post"][];
            /**
             * @description `modified`: by the last change, which is the order of `rev`. `created`: by num. Newest first.
             * @enum {string}
             */
            order: "modified" | "created";
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Cursor of the previous page; null on the first page. */
            previous: string | null;
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        PostSample: {
            board: string;
            num: number;
            subnum: number;
            thread: number;
            /** Format: date-time */
            posted_at: string;
            name: string | null;
            subject: string | null;
            /** @description The beginning of the comment as plain text. */
            excerpt: string;
        };
        PostsOfNumber: {
            num: number;
            /** @description At most one of each board, in the order of their names. */
            posts: components["schemas"]["Post"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        PreviewSitePage: {
            /** @description CommonMark with tables and deleted text. HTML is shown as text, images are links. */
            markdown: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description A stable identifier for programs. */
            code: string;
            error: string;
            request_id: string;
            /** @description Position of the fault in the query or in the value of `setting`, in UTF-16 code units: [start, end). */
            position?: {
                start: number;
                end: number;
            };
            /** @description The complete query, corrected. */
            suggestion?: string;
            /** @description The fields of the body whose values are invalid, and what is wrong with each. */
            fields?: {
                field: string;
                detail: string;
            }[];
            /** @description The board setting that is refused. */
            setting?: string;
            /** @description With the status 503 of `/readyz`: the states of the stores. */
            stores?: components["schemas"]["StoreState"][];
            /** @description With the code `banned`: path of the page that shows the ban and takes an appeal. */
            appeal?: string;
        };
        /** @description A challenge of ALTCHA, version 2. */
        ProofChallenge: {
            parameters: {
                algorithm: string;
                nonce: string;
                salt: string;
                cost: number;
                keyLength: number;
                keyPrefix: string;
                keySignature: string;
                /** @description Seconds since 1970. */
                expiresAt: number;
                /** @description The kind of text that it allows to send. */
                data: {
                    [key: string]: string;
                };
            };
            signature: string;
        };
        ProposeIdentity: {
            alias: components["schemas"]["IdentityAlias"];
            other: components["schemas"]["IdentityAlias"];
            /** @description Why both belong to one person. */
            reason: string;
        };
        PublicExport: {
            board: string;
            /** @description Name of the file, which is at `/exports/{file}`: posts as NDJSON, compressed with gzip. */
            file: string;
            /** Format: date-time */
            made_at: string;
            /** @description Number of posts in the file. */
            posts: number;
            /** @description Bytes of the file. */
            size: number;
            /** @description Of the file, in hexadecimal. */
            sha256: string;
        };
        PublicExports: {
            /** @description By board, the newest first. */
            exports: components["schemas"]["PublicExport"][];
        };
        PublicLog: {
            entries: components["schemas"]["PublicLogEntry"][];
            /** @description Value of `before` for the next page; null on the last page. */
            next: number | null;
        };
        PublicLogEntry: {
            /** @description In the order of the actions. */
            id: number;
            /**
             * Format: date-time
             * @description To the minute.
             */
            at: string;
            /** @enum {string} */
            action: "hide" | "show" | "purge";
            board: string;
            /** @description Number of posts that changed. */
            posts: number;
            /** @description Whether a whole thread was meant. */
            thread: boolean;
            /** @description Name of the account; null unless the board publishes names. */
            actor: string | null;
        };
        Quarantine: {
            documents: components["schemas"]["QuarantinedDocument"][];
            /** @description Documents on all pages. */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
        };
        QuarantinedDocument: {
            board: string;
            thread: number;
            num: number;
            subnum: number;
            index: string;
            reason: string;
            /**
             * Format: date-time
             * @description When Elasticsearch first refused it.
             */
            since: string;
        };
        QueryExample: {
            /** @enum {string} */
            kind: "operator" | "field" | "is" | "has";
            /** @description What the example shows: the name of a field, a value of `is:` or `has:`, or one of words, phrase, not, or, group, prefix, as-written, part, combined. */
            name: string;
            /** @description The whole query. */
            q: string;
            /** @description Posts that match. */
            hits: number;
        };
        QueryPart: {
            /** @description Position in q in UTF-16 code units: [start, end). */
            position: {
                start: number;
                end: number;
            };
            /** @description Name of the field, also where q has an alias of it; null for words and groups. */
            field: string | null;
            /** @description As written: behind the colon of a field, else the whole part without its `-`. */
            value: string;
            /** @description Hits must not meet the condition. */
            negated: boolean;
            /** @description The query without this part; the rest is as written. */
            without: string;
        };
        QueryParts: {
            /** @description In the order of q. Alternatives (`a OR b`) are one part. */
            parts: components["schemas"]["QueryPart"][];
        };
        ReceivedReport: {
            /** @description Address of a page that shows what staff decide and answer, for half a year. Its fragment is a secret of the reporter. null for staff. */
            ticket: string | null;
        };
        RecoveryCodes: {
            /** @description Each replaces a code of the authenticator app once. No later answer contains them. */
            recovery_codes: string[];
        };
        ReleaseKey: {
            /** @description Public key (Ed25519) that signs releases, in hexadecimal. */
            key: string;
            /** @description Whose key it is. */
            name: string;
            added_by: string;
            /** Format: date-time */
            added_at: string;
        };
        ReleaseTrust: {
            release: number;
            /** @enum {string|null} */
            trust: "full" | "lesser" | null;
            /**
             * @description known: for contributors whose key is trusted with any version of the client. anybody: for every signed dump that states the release, also of strangers, who can state it falsely.
             * @enum {string}
             */
            scope?: "known" | "anybody";
            /** @description For the audit log. */
            reason?: string | null;
        };
        RemovalCount: {
            /** @description Such as `cable_posts`. */
            name: string;
            count: number;
        };
        /** @description Pages of 20: open requests by deadline, closed ones newest first. */
        RemovalQueue: {
            total: number;
            requests: components["schemas"]["RemovalRequest"][];
            templates: {
                name: string;
                answer: string;
            }[];
        };
        RemovalRequest: {
            id: number;
            /** @enum {string} */
            about: "posts" | "files" | "name" | "search";
            /** @enum {string} */
            reason: "personal_data" | "copyright" | "illegal" | "other";
            sought: string | null;
            words: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            due_at: string;
            /**
             * @description The decision; null while there is none.
             * @enum {string|null}
             */
            outcome: "hide" | "purge" | "delete_file" | "ban_file" | "refuse" | null;
            /** @description The reason of the decision, for the person. */
            answer: string | null;
            /** Format: date-time */
            closed_at: string | null;
            /** @description For a decision, which is refused if the request has changed since. */
            version: number;
            reply_address: string | null;
            /**
             * @description `working`: somebody is carrying out a decision.
             * @enum {string}
             */
            state: "open" | "decided" | "withdrawn" | "working";
            /** @description The deadline has passed. */
            is_late: boolean;
            worked_by: string | null;
            closed_by: string | null;
            posts: {
                board: string;
                num: number;
                subnum: number;
                /** @description The person proved with its password that they wrote the post. */
                is_proven: boolean;
                /** @description null if the post was purged, or does not exist. */
                hidden: boolean | null;
                post: {
                    board: string;
                    num: number;
                    /** @description Above 0 for a ghost post. */
                    subnum: number;
                    /** @description num of the opening post. */
                    thread: number;
                    opener: boolean;
                    /** Format: date-time */
                    time_posted: string;
                    /** Format: date-time */
                    time_modified: string;
                    /** Format: date-time */
                    time_deleted_post: string | null;
                    /** Format: date-time */
                    time_deleted_file: string | null;
                    /** Format: date-time */
                    time_archived: string | null;
                    /** Format: date-time */
                    time_bumped: string | null;
                    name: string | null;
                    tripcode: string | null;
                    capcode: string | null;
                    posterid: string | null;
                    country: string | null;
                    email: string | null;
                    subject: string | null;
                    /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
                    comment: string;
                    /**
                     * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
                     * @enum {boolean}
                     */
                    comment_truncated?: true;
                    /** @description The comment as tokens for display, without HTML. */
                    tokens: ({
                        kind: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    file: {
                        /** @description The uploader's file name without extension. */
                        name: string | null;
                        /** @description Extension in lower case, without the dot. */
                        type: string | null;
                        /** @description Bytes. */
                        size: number | null;
                        width: number | null;
                        height: number | null;
                        /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                        thumb_width: number | null;
                        thumb_height: number | null;
                        /** @description In base64, as in the 4chan API. */
                        md5: string | null;
                        /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                        sha256: string | null;
                        /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                        sha256t: string | null;
                        /**
                         * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                         * @enum {string}
                         */
                        status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                        /** @description The name of the file at the source, usually milliseconds since 1970. */
                        time: number | null;
                        spoiler: boolean;
                        /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
                        url: string | null;
                        thumb_url: string | null;
                        /** @description Path of the replay of a drawing (.tgkr) on this site. */
                        replay_url: string | null;
                    } | null;
                    /** @description The files after the first, of sites whose posts may have several. Absent without them. */
                    extra_files?: components["schemas"]["ExtraFile"][];
                    spoiler: boolean;
                    sticky: boolean;
                    closed: boolean;
                    posters: number | null;
                    /** @description Of an opening post: the visible posts below it, at most 65,535. */
                    replies: number | null;
                    /** @description Of an opening post: visible posts of the thread with a file, this one included. */
                    images: number | null;
                    /** @description Year in which the poster bought a 4chan Pass. */
                    since4pass: number | null;
                    /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
                    extra: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable. */
                    doc_id: number | null;
                    rev: number;
                } | null;
            }[];
            /** @description Words that the person added (`account` is null), and notes of staff. */
            notes: {
                account: string | null;
                words: string;
                /** Format: date-time */
                written_at: string;
            }[];
        };
        RemovalSettings: {
            /** @description Days in which staff answer, by reason. */
            deadlines: {
                personal_data: number;
                copyright: number;
                illegal: number;
                other: number;
            };
            templates: {
                name: string;
                answer: string;
            }[];
        };
        RemovalStatistics: {
            /** @description Days in which staff answer, by reason. */
            deadlines: {
                personal_data: number;
                copyright: number;
                illegal: number;
                other: number;
            };
            /** @description Newest month first. */
            counts: {
                /** @description Of the request: `2026-11`. */
                month: string;
                /** @enum {string} */
                reason: "personal_data" | "copyright" | "illegal" | "other";
                /** @enum {string} */
                outcome: "open" | "withdrawn" | "hide" | "purge" | "delete_file" | "ban_file" | "refuse";
                requests: number;
                /** @description Median time until the request was closed. */
                days: number | null;
            }[];
        };
        RemovalTicket: {
            /** @enum {string} */
            about: "posts" | "files" | "name" | "search";
            /** @enum {string} */
            reason: "personal_data" | "copyright" | "illegal" | "other";
            sought: string | null;
            words: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            due_at: string;
            /**
             * @description The decision; null while there is none.
             * @enum {string|null}
             */
            outcome: "hide" | "purge" | "delete_file" | "ban_file" | "refuse" | null;
            /** @description The reason of the decision, for the person. */
            answer: string | null;
            /** Format: date-time */
            closed_at: string | null;
            /** @enum {string} */
            state: "open" | "decided" | "withdrawn";
            posts: {
                board: string;
                num: number;
                subnum: number;
                /** @description The person proved with its password that they wrote the post. */
                is_proven: boolean;
            }[];
            /** @description Words that the person added. */
            added: {
                words: string;
                /** Format: date-time */
                written_at: string;
            }[];
        };
        RemovalTicketOf: {
            token: string;
        };
        RemoveBoard: {
            /** @description The name of the board again. */
            confirm: string;
        };
        RemovePasskey: {
            /** @description The current password. */
            password: string;
            /** @description A code of the authenticator app, or a recovery code. */
            code?: string;
            passkey?: components["schemas"]["PasskeyProof"];
            id: string;
        };
        RenameBoard: {
            /** @description What readers read. */
            title?: string;
            /** @description Whether the board is safe for work. */
            worksafe?: boolean;
        };
        Report: {
            board: string;
            num: number;
            /** @description Above 0 for a ghost post. */
            subnum?: number;
            /** @enum {string} */
            category: "child_abuse" | "illegal" | "personal_data" | "copyright" | "spam" | "other";
            /** @description What staff should know. */
            note?: string;
        };
        ReportQueue: {
            posts: components["schemas"]["ReportedPost"][];
            /** @description Reported posts on all pages. */
            total: number;
        };
        ReportTicket: {
            board: string;
            num: number;
            subnum: number;
            /**
             * Format: date-time
             * @description When the reader reported the post.
             */
            reported_at: string;
            /**
             * Format: date-time
             * @description null while the report is open.
             */
            decided_at: string | null;
            /** @enum {string|null} */
            decision: "dismissed" | "hidden" | "shown" | "file_deleted" | "file_banned" | "purged" | null;
            /** @description The answer of staff to those who reported the post. */
            answer: string | null;
        };
        ReportTicketOf: {
            /** @description The code after the `#` in the address of the ticket. */
            token: string;
        };
        ReportedPost: {
            board: string;
            num: number;
            subnum: number;
            /**
             * Format: date-time
             * @description When it was first reported since its reports were last closed.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When it was last reported.
             */
            last_reported_at: string;
            /** @description Reports of readers since `opened_at`: each is of another network, and of the same network at most once in 7 days. */
            networks: number;
            /** @description Categories of the reports since `opened_at`, the most frequent first. */
            categories: {
                /** @enum {string} */
                category: "child_abuse" | "illegal" | "personal_data" | "copyright" | "spam" | "other";
                reports: number;
            }[];
            /** @description The last 20 with a note, the newest first. */
            reports: {
                /** @enum {string} */
                category: "child_abuse" | "illegal" | "personal_data" | "copyright" | "spam" | "other";
                note: string | null;
                /**
                 * @description `offsite`: forwarded by a script of readers on the source.
                 * @enum {string}
                 */
                origin: "pages" | "offsite";
                /** @description Of staff; null for readers. */
                account: string | null;
                /** Format: date-time */
                reported_at: string;
            }[];
            /** @description What staff wrote for each other, the oldest first. */
            notes: {
                account: string;
                note: string;
                /** Format: date-time */
                written_at: string;
            }[];
            /** @description Reports have hidden the post, or it is a new ghost post that waits (without reports); nobody of staff has looked at it yet. */
            held: boolean;
            /** Format: date-time */
            closed_at: string | null;
            /** @description Who closed the reports last. */
            closed_by: string | null;
            /** @description Readers who can read an answer, of reports since the last decision. */
            tickets: number;
            /** @description The last answer to those who reported the post. */
            answer: string | null;
            /**
             * @description The decision of staff that closed the reports.
             * @enum {string|null}
             */
            decision: "dismissed" | "hidden" | "shown" | "file_deleted" | "file_banned" | null;
            /** @description null for a post that the account may not see. */
            hidden: boolean | null;
            post: {
                board: string;
                num: number;
                /** @description Above 0 for a ghost post. */
                subnum: number;
                /** @description num of the opening post. */
                thread: number;
                opener: boolean;
                /** Format: date-time */
                time_posted: string;
                /** Format: date-time */
                time_modified: string;
                /** Format: date-time */
                time_deleted_post: string | null;
                /** Format: date-time */
                time_deleted_file: string | null;
                /** Format: date-time */
                time_archived: string | null;
                /** Format: date-time */
                time_bumped: string | null;
                name: string | null;
                tripcode: string | null;
                capcode: string | null;
                posterid: string | null;
                country: string | null;
                email: string | null;
                subject: string | null;
                /** @description Plain text of the comment. Offsets of highlights refer to it, in UTF-16 code units. */
                comment: string;
                /**
                 * @description `comment` and `tokens` are the beginning of a longer comment, of which `/boards/{board}/posts/{num}/comment` sends all. An answer shows at most 20,000 characters of a comment, and less if many of its comments are long. Absent for whole comments.
                 * @enum {boolean}
                 */
                comment_truncated?: true;
                /** @description The comment as tokens for display, without HTML. */
                tokens: ({
                    kind: string;
                } & {
                    [key: string]: unknown;
                })[];
                file: {
                    /** @description The uploader's file name without extension. */
                    name: string | null;
                    /** @description Extension in lower case, without the dot. */
                    type: string | null;
                    /** @description Bytes. */
                    size: number | null;
                    width: number | null;
                    height: number | null;
                    /** @description Width in pixels of the thumbnail: of the archive's own, if it was measured when it was drawn, else as the source states it. */
                    thumb_width: number | null;
                    thumb_height: number | null;
                    /** @description In base64, as in the 4chan API. */
                    md5: string | null;
                    /** @description Hexadecimal; null unless the file is archived, when `/media/{aa}/{bb}/{sha256}.{type}` is its address, or a contributed dump has described it. */
                    sha256: string | null;
                    /** @description Of the thumbnail that is stored, the one of the source or else the one of the archive; null without one. `/media/{aa}/{bb}/{sha256t}.jpg` is its address. */
                    sha256t: string | null;
                    /**
                     * @description `pending`: it will be fetched. `gone`: the source no longer has it. `refused`: the source sent another file. `never_fetched`: it was not to be fetched. `unknown`: PostgreSQL is unavailable.
                     * @enum {string}
                     */
                    status: "archived" | "pending" | "gone" | "refused" | "banned" | "never_fetched" | "unknown";
                    /** @description The name of the file at the source, usually milliseconds since 1970. */
                    time: number | null;
                    spoiler: boolean;
                    /** @description Path of the file on this site. While it is not archived: null, or its address at the source if the operator allows it. */
                    url: string | null;
                    thumb_url: string | null;
                    /** @description Path of the replay of a drawing (.tgkr) on this site. */
                    replay_url: string | null;
                } | null;
                /** @description The files after the first, of sites whose posts may have several. Absent without them. */
                extra_files?: components["schemas"]["ExtraFile"][];
                spoiler: boolean;
                sticky: boolean;
                closed: boolean;
                posters: number | null;
                /** @description Of an opening post: the visible posts below it, at most 65,535. */
                replies: number | null;
                /** @description Of an opening post: visible posts of the thread with a file, this one included. */
                images: number | null;
                /** @description Year in which the poster bought a 4chan Pass. */
                since4pass: number | null;
                /** @description Fields of the source that have no field here, under its names, such as the `replies` that it states. */
                extra: {
                    [key: string]: unknown;
                } | null;
                /** @description Order in which the archive stored posts, as in the FoolFuuka API. null if PostgreSQL is unavailable. */
                doc_id: number | null;
                rev: number;
            } | null;
        };
        RetriedQuarantine: {
            documents: number;
        };
        RetryQuarantine: {
            /** @description Board name; all boards if absent. */
            board?: string;
            num?: number;
        };
        RevertedChanges: {
            /** @description Granted changes that were taken back. */
            reverted: number;
            /** @description Requests that were waiting. */
            withdrawn: number;
            /** @description Used dumps that are new again. */
            dumps: number;
            /** @description Contributors who are trusted with it no more. */
            untrusted: number;
            /** @description Whether there are more: ask again. */
            left: boolean;
        };
        /** @description Every change of this client and version is taken back or withdrawn, its used dumps become new, and nobody is trusted with it. */
        RevertedClient: {
            client: string;
            version: string;
            /** @description For the audit log. */
            reason?: string | null;
        };
        RoleOnBoard: {
            /** @enum {string} */
            role: "janitor" | "moderator" | "admin";
            /** @description null: all boards. */
            board: string | null;
        };
        RunBulkAction: {
            /** @description `posts` of the action, as somebody has read and confirmed it. */
            posts: number;
        };
        SearchAnswer: {
            hits: components["schemas"]["Hit"][];
            /** @description Hits on all pages, or threads if hits are grouped. */
            total: {
                value: number;
                /**
                 * @description `eq`: exact. `gte`: at least this many; `count=exact` counts all. `about`: an estimate, of many threads within a few percent; or counted without the posts that a condition on opening posts or links could not look up.
                 * @enum {string}
                 */
                relation: "eq" | "gte" | "about";
            };
            /**
             * @description Order of the hits: the parameter, or `sort:` in q, or new.
             * @enum {string}
             */
            sort: "new" | "old" | "relevance" | "modified";
            /**
             * @description One hit for each thread: its first in the requested order.
             * @enum {string|null}
             */
            group: "thread" | null;
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Cursor of the previous page; null on the first page. */
            previous: string | null;
            took_ms: number;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /** @description Parts of q that may not mean what was intended. Absent without any. */
            hints?: components["schemas"]["SearchHint"][];
            /** @description Only if q compares hits with the text as written (`="Kern"`). The total is then mostly a lower bound. */
            as_written?: {
                /** @description Posts that were compared for this page. */
                compared: number;
                /** @description The page is not full because comparing more posts would take too long; `next` continues. */
                stopped: boolean;
            };
            /** @description Similar queries with hits, for a query without any; empty if there are none. Absent with hits, and if they took too long: /search/did-you-mean then has them, and those of a query with few hits. */
            did_you_mean?: components["schemas"]["SuggestedQuery"][];
            /** @description The parts of q, each with the query without it. Alternatives (`a OR b`) are one part. */
            parts: components["schemas"]["QueryPart"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        SearchHint: {
            /** @enum {string} */
            code: "field_near" | "colon_missing" | "not_operator" | "is_or_has" | "post_number" | "wildcard_leading" | "country_unknown" | "ext_unknown";
            message: string;
            /** @description Position in q in UTF-16 code units: [start, end). */
            position: {
                start: number;
                end: number;
            };
            /** @description The complete query as it may have been intended. */
            suggestion: string | null;
        };
        SeriesDetails: {
            board: string;
            series: components["schemas"]["SeriesSummary"];
            statistics: components["schemas"]["SeriesStatistics"];
            /** @description Newest first. */
            editions: components["schemas"]["SeriesEdition"][];
        };
        /** @description A thread of a series. */
        SeriesEdition: {
            num: number;
            subject: string | null;
            /** Format: date-time */
            time_posted: string;
            /** @description Visible posts, including the opening post. */
            posts: number;
            /** @description Visible posts with a file. */
            images: number;
        };
        /** @description The effect of a rule, or of its removal, on the threads that are stored now. */
        SeriesEffect: {
            /** @description Threads that move to another series or to none. */
            threads: number;
        };
        /** @description A page of 50. `total`: all series that match the filter. */
        SeriesList: {
            board: string;
            total: number;
            series: components["schemas"]["SeriesSummary"][];
        };
        SeriesRule: {
            id: number;
            series: string | null;
            first_thread: number | null;
            last_thread: number | null;
            target: string | null;
            /** Format: date-time */
            made_at: string;
            made_by: string;
            /** Format: date-time */
            undone_at: string | null;
            undone_by: string | null;
        };
        SeriesRules: {
            board: string;
            /** @description Newest first. */
            rules: components["schemas"]["SeriesRule"][];
        };
        SeriesSpan: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            editions: number;
            posts: number;
        };
        /** @description Counts of visible posts. */
        SeriesStatistics: {
            posts: number;
            images: number;
            /** @description Of an edition. */
            median_posts: number;
            /** @description Between the opening posts of two editions. */
            median_interval_seconds: number;
            /** @enum {string} */
            interval: "minute" | "10 minutes" | "hour" | "3 hours" | "12 hours" | "day" | "week" | "month" | "quarter" | "year" | "decade";
            /** @description In UTC, from the first edition to the last, with empty ones. */
            spans: components["schemas"]["SeriesSpan"][];
        };
        SeriesSummary: {
            /** @description `dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either. */
            name: string;
            /** @description The commonest subject of its newest editions. */
            title: string | null;
            /** @description Threads whose opening post is visible. */
            editions: number;
            /** Format: date-time */
            first_time: string;
            /** Format: date-time */
            last_time: string;
            last_thread: number;
        };
        Session: {
            account: {
                name: string;
                /** @description The account must set up its second factor; until then all other requests are refused (`totp_required`). */
                must_set_up_totp: boolean;
                roles: components["schemas"]["RoleOnBoard"][];
            };
        };
        SignIn: {
            name: string;
            password: string;
            /** @description For an account with a second factor: a code of the authenticator app, or a recovery code. Without it and without a passkey the answer is a 401: `passkey_required` if the account has passkeys, otherwise `code_required`. */
            code?: string;
            passkey?: components["schemas"]["PasskeyProof"];
        };
        SimilarThread: {
            board: string;
            num: number;
            opener: components["schemas"]["Post"];
            /** @description Visible posts, including the opening post. */
            posts: number;
            /** @description Visible posts with a file. */
            images: number;
            /** @description The rarest words that the opening post and the requested thread have in common, as the opening post has them. The rarest first. */
            words: string[];
        };
        SimilarThreads: {
            board: string;
            thread: number;
            /** @description The most similar thread first. Editions of the same series are left out, and of another series there is at most one. `like:BOARD/NUM` finds posts of more threads. */
            threads: components["schemas"]["SimilarThread"][];
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        SitePage: {
            /** @enum {string} */
            name: "about" | "contact" | "feeds";
            /** @description Language of the text. Another than the wanted one if the operator has written the page in others only. */
            language: string;
            /** @description The heading with which the text begins; null if there is none. */
            title: string | null;
            /** @description The text as a tree: `kind` of a node determines its other fields, `children` among them. It contains no HTML. */
            content: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * Format: date-time
             * @description null for a default.
             */
            changed_at: string | null;
        };
        SitePagePreview: {
            /** @description The heading with which the text begins; null if there is none. */
            title: string | null;
            /** @description The text as a tree: `kind` of a node determines its other fields, `children` among them. It contains no HTML. */
            content: ({
                kind: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The reason, with a line, why this text would be refused. */
            problem: string | null;
        };
        SitePageText: {
            /** @enum {string} */
            name: "about" | "contact" | "feeds";
            /** @description A language of the pages, such as `en`. */
            language: string;
            /** @description The operator's text; null if the page shows its default. */
            markdown: string | null;
            /** @description The default, as Markdown. */
            standard: string;
            /** Format: date-time */
            changed_at: string | null;
            /** @description An account, or `cli`. */
            changed_by: string | null;
        };
        SitePageTexts: {
            /** @description Each page in each language. */
            texts: components["schemas"]["SitePageText"][];
        };
        SourceTest: {
            /**
             * @description `ok`, or the reason why the list of the board could not be read.
             * @enum {string}
             */
            outcome: "ok" | "connection_refused" | "name_unknown" | "timed_out" | "connection_lost" | "certificate" | "unreachable" | "proxy_error" | "http_status" | "no_board" | "redirect" | "address" | "too_large" | "unreadable";
            /** @description The HTTP status of `http_status`, or words of another program about the connection. */
            detail: string | null;
            /** @description With `no_board`: names of boards that the source has, at most 200. */
            boards: string[];
            /** @description The title of the board at the source; null if it has no list of boards. */
            title: string | null;
            worksafe: boolean | null;
            /** @description Living threads; of an archive, those of its first page. */
            threads: number | null;
            /** @description Posts in these threads; null if the source does not state them. */
            posts: number | null;
            /** @description Parts of a mailing list; null for other sources. */
            months: number | null;
            /** @description A thread of the board; null if none could be read. */
            sample: {
                num: number;
                /** @description Subject, or the beginning of the text. */
                title: string | null;
                /** @description The text of the opening post, at most 300 characters. */
                text: string;
                /** Format: date-time */
                posted_at: string;
                posts: number;
            } | null;
        };
        StaffAccount: {
            name: string;
            /**
             * @description disabled: cannot sign in. invited: has not chosen a password yet.
             * @enum {string}
             */
            state: "enabled" | "disabled" | "invited";
            roles: components["schemas"]["RoleOnBoard"][];
            /** @description The account has a second factor. */
            totp: boolean;
            totp_required: boolean;
            /**
             * Format: date-time
             * @description When it was added or invited.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Of sessions that still exist.
             */
            last_seen: string | null;
        };
        StaffAccountList: {
            accounts: components["schemas"]["StaffAccount"][];
        };
        StaffCounts: {
            /** @description By name, such as `open_reports`. Only the counts that the roles of the account allow; those of single boards are about their boards. */
            counts: {
                [key: string]: number;
            };
        };
        StaffDump: {
            details: {
                dump: components["schemas"]["ContributedDump"];
                says: components["schemas"]["FileFacts"];
                container: string | null;
                tracks: components["schemas"]["DumpTrack"][];
                /** @description In the order in which they sent it. */
                contributors: components["schemas"]["DumpContributor"][];
                changes: components["schemas"]["DumpChange"][];
                /** @description Its states, the newest first. */
                log: components["schemas"]["DumpLogEntry"][];
            } | null;
            /**
             * @description docs/DUMPS.md explains each state.
             * @enum {string}
             */
            state: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
            /** @description What was wrong with a dump that could not be handled. */
            problem: string | null;
            /** @description The dump, as it is stored. */
            xml: string;
        };
        StartTask: {
            /** @enum {string} */
            kind: "reindex" | "rollback" | "verify";
            /** @description Empty for all boards. */
            boards: string[];
            /** @description verify: repair documents that differ from their rows. */
            repair?: boolean;
            /** @description verify: compare every document in full, not by checksums. */
            deep?: boolean;
        };
        StartedTasks: {
            /** @description One task for each board; an unfinished task of the same kind is returned as it is. */
            tasks: components["schemas"]["Task"][];
        };
        StatisticsSpan: {
            /** Format: date-time */
            start: string;
            /**
             * Format: date-time
             * @description Exclusive; the start of the next span.
             */
            end: string;
            posts: number;
            /** @description Posts with a file. */
            images: number;
        };
        StoreState: {
            /** @enum {string} */
            name: "PostgreSQL" | "Elasticsearch" | "Redis";
            /**
             * @description `impaired`: it answers, but not all of its data can be used. `down`: it does not answer this server.
             * @enum {string}
             */
            state: "up" | "impaired" | "down";
            /** @description null if it is `up`; otherwise `connection_refused`, `name_unknown`, `timed_out`, `connection_lost`, `certificate`, `unreachable`, `login_refused`, `busy`, `starting`, `migrations_pending`, `replicas_missing`, `shards_missing`. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When this server noticed the state; null if it is `up`.
             */
            since: string | null;
        };
        SuggestedQuery: {
            /** @description The whole query. */
            q: string;
            /**
             * @description The difference: other words, two words joined, a word split, a phrase searched as words, a field left out, or any of the words instead of all.
             * @enum {string}
             */
            change: "word" | "words_joined" | "word_split" | "quotes" | "field" | "any_word";
            /** @description Posts that match; at least this many while an answer would be partial. */
            hits: number;
        };
        /** @description OpenSearch suggestions: [q, [complete queries], [their descriptions]]. */
        Suggestions: (string | string[])[];
        Task: {
            id: number;
            /** @enum {string} */
            kind: "reindex" | "rollback" | "verify" | "purge_segments" | "import" | "export" | "backup";
            /** @description null for work on the whole archive. */
            board: string | null;
            /** @enum {string} */
            status: "enqueued" | "processing" | "succeeded" | "failed" | "cancelled";
            paused: boolean;
            /** @description Cancellation is requested, and the task has not stopped yet. */
            cancelling: boolean;
            /** @description Step of a reindex: prepare, copy, catch_up, settle, verify, swap. */
            step: string | null;
            progress: {
                done: number;
                total: number | null;
                /** @enum {string} */
                unit: "documents" | "ranges" | "threads" | "posts" | "rows" | "files" | "bytes";
                per_second: number | null;
                seconds_left: number | null;
            } | null;
            /** @description Results, by kind of task. */
            details: {
                [key: string]: unknown;
            };
            error: {
                code: string;
                message: string;
            } | null;
            /** @description Name of an account, `schedule` or `cli`. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            enqueued_at: string;
            /**
             * Format: date-time
             * @description When an indexer or a command first began it.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it succeeded, failed or was cancelled.
             */
            finished_at: string | null;
            /** @description Milliseconds from start to end, or until now. */
            duration_ms: number | null;
        };
        TaskList: {
            tasks: components["schemas"]["Task"][];
            /** @description Value of `before` for the next page; null on the last page. */
            next: number | null;
        };
        Thread: {
            board: string;
            num: number;
            /** @description All visible posts, by num and subnum; of a channel of a cabal the opener and then by `extra.cable.rank`. */
            posts: components["schemas"]["Post"][];
            /** @description Highest rev in the thread. */
            rev: number;
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        ThreadList: {
            board: string;
            threads: components["schemas"]["ThreadSummary"][];
            /** @description Threads of the board, at most a minute old. */
            total: number;
            /**
             * @description `modified`: by newest reply. `created`: by opening post. Newest first.
             * @enum {string}
             */
            order: "modified" | "created";
            /** @description Cursor of the next page; null on the last page. */
            next: string | null;
            /** @description Cursor of the previous page; null on the first page. */
            previous: string | null;
            /**
             * @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.
             * @enum {string}
             */
            source: "postgres" | "elasticsearch";
            /** @description PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes. */
            degraded: boolean;
        };
        /** @description The series of a thread, and the editions before and after it. */
        ThreadSeries: {
            board: string;
            thread: number;
            series: {
                /** @description `dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either. */
                name: string;
                /** @description The commonest subject of its newest editions. */
                title: string | null;
                /** @description Threads whose opening post is visible. */
                editions: number;
                /** Format: date-time */
                first_time: string;
                /** Format: date-time */
                last_time: string;
                last_thread: number;
            } | null;
            /** @description A thread of a series. */
            previous: {
                num: number;
                subject: string | null;
                /** Format: date-time */
                time_posted: string;
                /** @description Visible posts, including the opening post. */
                posts: number;
                /** @description Visible posts with a file. */
                images: number;
            } | null;
            /** @description A thread of a series. */
            next: {
                num: number;
                subject: string | null;
                /** Format: date-time */
                time_posted: string;
                /** @description Visible posts, including the opening post. */
                posts: number;
                /** @description Visible posts with a file. */
                images: number;
            } | null;
        };
        ThreadSummary: {
            num: number;
            opener: components["schemas"]["Post"];
            /** @description The requested number of newest replies, oldest first. */
            replies: components["schemas"]["Post"][];
            /** @description Visible posts, including the opening post. */
            posts: number;
            /** @description Visible posts with a file. */
            images: number;
            /** @description Visible posts that are not in this answer. */
            omitted_posts: number;
            omitted_images: number;
        };
        TimelineAnswer: {
            /**
             * @description null without hits.
             * @enum {string|null}
             */
            interval: "minute" | "10 minutes" | "hour" | "3 hours" | "12 hours" | "day" | "week" | "month" | "quarter" | "year" | "decade" | null;
            /** @description Time zone in which buckets begin. */
            tz: string;
            /** @description From the first hit to the last, or over the time to which the query limits them at both ends. Oldest first, including empty buckets. */
            buckets: components["schemas"]["TimelineBucket"][];
            /** @description The query without its conditions on time, in brackets if needed: append `after:` and `before:` to select another range. null if it would be too long. */
            rest: string | null;
            /** @description The time to which the conditions on time in the query limit its hits, from the earliest to the latest; null where they do not limit it. */
            limits: {
                /** Format: date-time */
                start: string | null;
                /**
                 * Format: date-time
                 * @description Exclusive.
                 */
                end: string | null;
            };
            /** @description If false, counts are approximate. */
            exact: boolean;
            /** @description q compares hits with the text as written (`="Kern"`), and the counts do not: they include posts that differ in letter case, accents or signs. */
            folded: boolean;
            took_ms: number;
            /** @description Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why. */
            partial: boolean;
            /** @description Why the answer is partial; empty if it is not. */
            partial_reasons: components["schemas"]["PartialReason"][];
        };
        TimelineBucket: {
            /** Format: date-time */
            start: string;
            /**
             * Format: date-time
             * @description Exclusive; the start of the next bucket.
             */
            end: string;
            count: number;
            /** @description The query for the posts in this bucket; null if it would be too long. */
            q: string | null;
        };
        TotpSetup: {
            /** @description In base 32, for typing. No later answer contains it. */
            secret: string;
            /** @description `otpauth://totp/…`, for a QR code. */
            uri: string;
        };
        TriedFilter: {
            /** @description Visible posts that the trial has read so far. */
            posts: number;
            /** @description Posts so far that the filter would hide. */
            matches: number;
            /** @description Up to 20 of this batch. */
            samples: components["schemas"]["PostSample"][];
            /** @description Where the trial goes on; null at the end of the archive. */
            next: string | null;
        };
        /** @description Messages of a mailing list whose charset is a guess; null for a board without them. */
        UndeclaredMail: {
            /** @description Kept messages that neither name nor show their charset; 10,000 stands for more. */
            messages: number;
            /** @description Those of them that were read by another charset than `mail.charset`. A scraper reads them again. */
            waiting: number;
            /** @description What a detector finds in a sample; null if it finds nothing better, or the board has its own `mail.charset`. */
            proposal: {
                /** @description A value of `mail.charset`. */
                charset: string;
                /** @description A line each of a few messages, as it is read now and by this charset. */
                samples: {
                    num: number;
                    before: string;
                    after: string;
                }[];
            } | null;
        };
        UndoneFilter: {
            /** @description Posts that this batch has shown again. */
            posts: number;
            /** @description Posts that are left for the next batch. */
            left: number;
        };
        UndoneSettings: {
            /** @description Names of the settings that have their earlier values again. */
            settings: string[];
        };
        /** @description A file that you offered and that the archive would like to have. */
        WantedFile: {
            sha256: string;
            size: number;
        };
        WantedFileList: {
            /** @description The oldest first; at most 1000. Send each with PUT /api/v1/dumps/files/{sha256}. */
            files: components["schemas"]["WantedFile"][];
        };
        WriteBlock: {
            /**
             * @description `disk_full`: the disk of Elasticsearch is full. `write_block`: a setting of Elasticsearch forbids writes. Posts wait in PostgreSQL and are indexed afterwards.
             * @enum {string}
             */
            reason: "disk_full" | "write_block";
            /** @description The boards whose posts are not indexed now; empty if all are. */
            boards: string[];
            /** @description What the operator can do. */
            detail: string;
        };
        WriteGhost: {
            board: string;
            thread: number;
            /** @description `Name#secret` makes a tripcode, `Name##secret` a secure one. Anonymous without it. */
            name?: string;
            /** @description Shown; `sage` by custom. */
            email?: string;
            subject?: string;
            /** @description `>quotes`, `>>links` to posts, and the BBCode of FoolFuuka. */
            comment: string;
            /** @description With which the post can be deleted. */
            password: string;
            /** @description Challenge and solution as the libraries of ALTCHA print them (JSON in base64). Counts once. Where the board asks for one, a post without it is held or refused. */
            proof?: string;
        };
        WriteSitePage: {
            /** @description CommonMark with tables and deleted text. HTML is shown as text, images are links. */
            markdown: string;
            /**
             * Format: date-time
             * @description `changed_at` of the text that this one replaces, null for the default. 409 if it is another by now.
             */
            replaces?: string | null;
        };
        WrittenGhost: {
            board: string;
            thread: number;
            num: number;
            subnum: number;
            /** @description Hidden until staff have looked at it. */
            held: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is ready; `degraded` lists what is unavailable: `search`, `archive` or `indexing`. `search` is also listed when some boards cannot be searched, which `partial_reasons` names; `indexing` when Elasticsearch refuses writes, for the reason in `write_blocks`, or while Redis is away. `stores` has the state of each store, `failing_sources` the sources of boards that do not answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: {
                /** @description Query; the page `/help` describes the language. Empty matches every post. */
                q?: string;
                /** @description What comes first: the newest, the oldest, the best match or the last change. */
                sort?: "new" | "old" | "relevance" | "modified";
                /** @description One hit for each thread: its first in the requested order. */
                group?: "thread";
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
                limit?: number;
                /** @description `next` or `previous` of an answer with the same q, sort, group and tz. */
                cursor?: string;
                /** @description A page by its number, among the first 5000 hits; further pages are empty. Without a cursor only. Posts that arrive meanwhile move hits to the next page, which cursors avoid. */
                page?: number;
                /** @description The fields of the hits, separated by commas, such as `time_posted,comment,file`; `tokens` is one of them. `board`, `num`, `subnum` and `thread` are always sent. By default all fields except `tokens`. */
                fields?: string;
                /** @description `tokens`: also the comments as tokens for display, which make an answer a third longer. */
                include?: "tokens";
                /** @description `exact`: counts all hits, however many. Otherwise a total of many is a lower bound (`gte`), which takes less time. Hits grouped by thread are estimated either way. */
                count?: "exact";
                /** @description The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts. */
                source?: "postgres" | "elasticsearch";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hits, with the cursors of the next and the previous page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchFacets: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search. */
                q?: string;
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
                /** @description Number of values of each facet, most frequent first; active values are added. */
                values?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each facet with its most frequent values and the query that selects each value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetsAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchTimeline: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search. */
                q?: string;
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 120 buckets of equal calendar length. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    completeQuery: {
        parameters: {
            query?: {
                /** @description The query as typed so far. */
                q?: string;
                /** @description Position of the caret in UTF-16 code units; by default the end of q. */
                at?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Best completion first; empty when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletionAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suggestQueries: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The query and its completions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-suggestions+json": components["schemas"]["Suggestions"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    didYouMean: {
        parameters: {
            query: {
                /** @description A query with few hits. */
                q: string;
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The smallest change first; empty when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DidYouMeanAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSearchExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Examples with the number of their hits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplesAnswer"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQueryParts: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parts of q, each with the query without it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryParts"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchFeedAtom: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search; `sort:` is ignored. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 50 hits. The ETag changes only when the feed does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchFeedJson: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search; `sort:` is ignored. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 50 hits. The ETag changes only when the feed does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/feed+json": components["schemas"]["JsonFeed"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainSearch: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search. */
                q?: string;
                /** @description What comes first: the newest, the oldest, the best match or the last change. */
                sort?: "new" | "old" | "relevance" | "modified";
                /** @description One hit for each thread: its first in the requested order. */
                group?: "thread";
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For the first page, which this request runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For queries, pages, feeds, exports and callers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Limits"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSearch: {
        parameters: {
            query?: {
                /** @description As in /api/v1/search. */
                q?: string;
                format?: "ndjson" | "csv";
                /** @description `posts`: the hits. `threads`: every post of every thread with a hit, once, in the order of the first hits. */
                scope?: "posts" | "threads";
                /** @description What comes first: the newest, the oldest, the best match or the last change. */
                sort?: "new" | "old" | "relevance" | "modified";
                /** @description One hit for each thread: its first in the requested order. */
                group?: "thread";
                /** @description IANA time zone, such as Europe/Berlin, in which dates in q and in the answer begin. */
                tz?: string;
                /** @description Maximum number of rows; never more than /api/v1/limits allows the caller. */
                limit?: number;
                /** @description `next` of an answer or export with the same q, sort, group and tz. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hits in order, then a last line that says how the export ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportRow"] | components["schemas"]["ExportEnd"];
                    "text/csv": string;
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThreadZip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBoards: {
        parameters: {
            query?: {
                /** @description A board that the answer names even if it is unlisted. */
                board?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All boards with their number of posts and newest post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuthors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All identities, by name. The ETag changes with the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread. Its ETag changes whenever one of its posts does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: {
                /** @description Above 0 for a ghost post. */
                subnum?: number;
            };
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostAnswer"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    findPosts: {
        parameters: {
            query?: {
                /** @description Above 0 for a ghost post. */
                subnum?: number;
            };
            header?: never;
            path: {
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The posts, or none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostsOfNumber"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThreadBacklinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quoting posts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backlinks"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getComment: {
        parameters: {
            query?: {
                /** @description Above 0 for a ghost post. */
                subnum?: number;
            };
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text of the comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query: {
                /** @description `modified`: by newest reply. `created`: by opening post. Newest first. */
                order: "modified" | "created";
                limit?: number;
                /** @description Number of newest replies of each thread. */
                replies?: number;
                /** @description Counted from 1. Cursors lead to later pages. Cannot be combined with cursor. */
                page?: number;
                /** @description `next` or `previous` of an answer. */
                cursor?: string;
            };
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads in the requested order, with cursors for the next and previous page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImages: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `next` or `previous` of an answer. */
                cursor?: string;
            };
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Posts, with cursors for the next and previous page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query: {
                /** @description `modified`: by the last change, which is the order of `rev`. `created`: by num. Newest first. */
                order: "modified" | "created";
                limit?: number;
                /** @description `next` or `previous` of an answer. */
                cursor?: string;
            };
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Posts in the requested order, with cursors for the next and previous page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThreadFreshness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time, and its age in whole seconds. Both are null for threads that are not polled, hidden, or not in the archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Freshness"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    kick: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Kick"];
            };
        };
        responses: {
            /** @description The kick is sent to the scraper of the board; new posts arrive as usual. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KickResult"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Report"];
            };
        };
        responses: {
            /** @description The report is in the queue of the staff. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedReport"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readReportTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportTicketOf"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTicket"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBoardStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts, with the time at which they were taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardStatistics"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArchiveStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts, with the time at which they were taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveStatistics"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts, with the time at which they were taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPublicLog: {
        parameters: {
            query?: {
                /** @description Only this board. */
                board?: string;
                /** @description Only entries with a lower id. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the public log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicLog"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readerPass: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PassProof"];
            };
        };
        responses: {
            /** @description The answer sets the cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDumps: {
        parameters: {
            query?: {
                /** @description docs/DUMPS.md explains each state. */
                state?: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
                client?: string;
                version?: string;
                /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
                contributor?: string;
                type?: string;
                /** @description Files that a visible post of this board shows or names. */
                board?: string;
                /** @description Whether the file has a used dump. */
                verified?: boolean;
                /** @description Dumps of files that nobody has posted. Only moderators of all boards see any. */
                unmapped?: boolean;
                /** @description MD5, SHA-1 or SHA-256, in hexadecimal. */
                hash?: string;
                /** @description `next` of the page before. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contributeDump: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package is taken. What follows from it is decided later. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpTaken"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was already used for a different request, or the dump is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dumpKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpKey"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dumpSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description XML Schema 1.0. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDump: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dump. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpDetails"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDumpedFile: {
        parameters: {
            query?: {
                sha256?: string;
                /** @description With `size`, instead of `sha256`. */
                md5?: string;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpedFile"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDumpChanges: {
        parameters: {
            query?: {
                state?: "pending" | "stopped" | "granted" | "refused" | "withdrawn" | "reverted";
                client?: string;
                version?: string;
                field?: "sha256" | "sha1" | "pixels" | "perceptual" | "width" | "height" | "duration" | "codecs";
                /** @description `next` of the page before. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpChangeList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dumpStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counted every five minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpStatistics"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listContributors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counted every five minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContributorList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getContributor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
                contributor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contributor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContributorSummary"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWantedFiles: {
        parameters: {
            query: {
                /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
                contributor: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WantedFileList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    handOverFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is taken, and waits for its checks. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferTaken"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was already used for a different request, or the dump is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ghostChallenge: {
        parameters: {
            query: {
                board: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A challenge of ALTCHA, version 2. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofChallenge"];
                };
            };
            /** @description The board asks for no proof of work. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    writeGhost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteGhost"];
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenGhost"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteGhost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteGhost"];
            };
        };
        responses: {
            /** @description Its content is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    proposeIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposeIdentity"];
            };
        };
        responses: {
            /** @description The staff have the proposal. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPublicExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files to download. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicExports"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removalChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A challenge of ALTCHA, version 2. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofChallenge"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askRemoval: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskRemoval"];
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedRemoval"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readRemovalTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemovalTicketOf"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovalTicket"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeRemovalTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRemovalTicket"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removalStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovalStatistics"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSeries: {
        parameters: {
            query?: {
                page?: number;
                /** @description Part of the name, or of the subject of the newest edition. */
                filter?: string;
                /** @description `newest`: the series with the newest edition comes first. `editions`: the one with the most. */
                order?: "newest" | "editions" | "name";
            };
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: never;
            path: {
                board: string;
                /** @description `dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDetails"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThreadSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null without a series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadSeries"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    seriesFeedAtom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                /** @description `dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 50 editions. The ETag changes only when the feed does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    seriesFeedJson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                /** @description `dpt` for `/dpt/`, else words such as `screenshot`, or `thread-N` for a chain of links without either. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 50 editions. The ETag changes only when the feed does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/feed+json": components["schemas"]["JsonFeed"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSimilarThreads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most five threads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarThreads"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSitePage: {
        parameters: {
            query?: {
                /** @description The wanted language; by default the first of `Accept-Language` that the pages have. */
                language?: string;
            };
            header?: never;
            path: {
                sitePage: "about" | "contact" | "feeds";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. The ETag changes with the text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePage"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in; the session cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginPasskeySignIn"];
            };
        };
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSecrets"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            /** @description The recovery codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSecrets"];
            };
        };
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSecrets"];
            };
        };
        responses: {
            /** @description The new recovery codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskeyProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge, for this session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnSecrets"];
            };
        };
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            /** @description Added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskey"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemovePasskey"];
            };
        };
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All accounts, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccountList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Invite"];
            };
        };
        responses: {
            /** @description The link, which works once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccount"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description The account can sign in now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddKey"];
            };
        };
        responses: {
            /** @description The key, which is shown only now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedKey"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAdminBoards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The boards of the account, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBoardList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addBoard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddBoard"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedBoard"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testBoardSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddBoard"];
            };
        };
        responses: {
            /** @description What the source answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceTest"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renameBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameBoard"];
            };
        };
        responses: {
            /** @description The board now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedBoard"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planBoardRemoval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardRemoval"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveBoard"];
            };
        };
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardRemoval"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBoardSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings, including defaults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardSettings"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeBoardSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBoardSettings"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardSettings"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBoardDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings, including built-in defaults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardDefaults"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeBoardDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBoardSettings"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardDefaults"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    releaseHeld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many posts, threads and files were released. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldCounts"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEnvironmentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Processes, and all settings by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentSettings"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                board?: string;
                kind?: "reindex" | "rollback" | "verify" | "purge_segments" | "import" | "export" | "backup";
                /** @description `unfinished`: `enqueued` or `processing`. */
                status?: "enqueued" | "processing" | "succeeded" | "failed" | "cancelled" | "unfinished";
                /** @description Only tasks with a lower id. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a day, a request with the same key returns the same tasks; with another body it is refused (422). */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartTask"];
            };
        };
        responses: {
            /** @description The tasks in the order of the boards; an indexer will begin them. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTasks"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was already used for a different request, or the dump is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task after the request; an indexer acts on it within a second. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task after the request; an indexer acts on it within a second. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task after the request; an indexer acts on it within a second. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moderate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Moderate"];
            };
        };
        responses: {
            /** @description Done; every later answer reflects the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moderated"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moderatePosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModeratePosts"];
            };
        };
        responses: {
            /** @description Done; every later answer reflects the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeratedPosts"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moderateFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModerateFile"];
            };
        };
        responses: {
            /** @description Done: the file is served no more. A scraper deletes it within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                board?: string;
                category?: "child_abuse" | "illegal" | "personal_data" | "copyright" | "spam" | "other";
                state?: "open" | "closed";
                /** @description `reports`: the most reports first. */
                order?: "oldest" | "newest" | "reports";
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportQueue"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeReports"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedReports"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideReports"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedReports"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dismissNetworkReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DismissNetworkReports"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedReports"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBannedFiles: {
        parameters: {
            query?: {
                before?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BannedFileList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNearFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description MD5 or SHA-256, in hexadecimal. */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NearFileList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unbanFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description MD5 or SHA-256, in hexadecimal. */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lifted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBans: {
        parameters: {
            query?: {
                /** @description `appealed`: active, with an appeal to decide. `ended`: expired or lifted. */
                state?: "active" | "appealed" | "ended";
                board?: string;
                /** @description Only bans with a lower id. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of bans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BanList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addBan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddBan"];
            };
        };
        responses: {
            /** @description Banned from now on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedBans"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    liftBan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lifted; its network is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideAppeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideAppeal"];
            };
        };
        responses: {
            /** @description Decided. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookAtAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtAddresses"];
            };
        };
        responses: {
            /** @description What is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptAddresses"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    chooseBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseBulkAction"];
            };
        };
        responses: {
            /** @description The action and some of its posts. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenBulkAction"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenBulkAction"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunBulkAction"];
            };
        };
        responses: {
            /** @description One step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionStep"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionStep"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All filters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddFilter"];
            };
        };
        responses: {
            /** @description Its number. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedFilter"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterBatch"];
            };
        };
        responses: {
            /** @description The trial so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedFilter"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It counts. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does not count. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applyFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterBatch"];
            };
        };
        responses: {
            /** @description One batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedFilter"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneFilter"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQuarantine: {
        parameters: {
            query?: {
                board?: string;
                limit?: number;
                /** @description `next` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, and the number of documents on all pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quarantine"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryQuarantine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryQuarantine"];
            };
        };
        responses: {
            /** @description Number of documents that the indexer will try again; accepted ones leave the list. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedQuarantine"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRefusals: {
        parameters: {
            query?: {
                board?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest, of boards that the account administers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HarvestRefusalList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All identities, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityAliases"];
            };
        };
        responses: {
            /** @description The identity after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries of this actor. */
                actor?: string;
                /** @description Only this action, or all of this table: `posts.hide`, `posts`, `boards`. */
                action?: string;
                /** @description Only entries of this board. */
                board?: string;
                /** @description Only entries that name this post: `71`, or `71_2`. */
                post?: string;
                /** @description Only entries of this time and later. */
                from?: string;
                /** @description Only entries before this time. */
                to?: string;
                /** @description Only entries with a lower id. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditChoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In alphabetical order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditChoices"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookAtAuditAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditEntries"];
            };
        };
        responses: {
            /** @description The stored addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditAddresses"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; scrapers apply the settings with their next poll. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneSettings"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readStaffCounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffCounts"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCabals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All cabals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CabalList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCabalRefusals: {
        parameters: {
            query?: {
                reason?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CabalRefusalList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCabalAuthor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                /** @description Public key of an author in hexadecimal: the poster id of its posts. */
                author: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The author. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CabalAuthor"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    blockCabalAuthor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockCabalAuthor"];
            };
        };
        responses: {
            /** @description One step is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedCabalAuthor"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    appointCabalModerator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppointModerator"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dismissCabalModerator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                /** @description Public key of an author in hexadecimal: the poster id of its posts. */
                author: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unblockCabalAuthor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                /** @description Public key of an author in hexadecimal: the poster id of its posts. */
                author: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllDumps: {
        parameters: {
            query?: {
                /** @description docs/DUMPS.md explains each state. */
                state?: "new" | "used" | "deprecated" | "unseen" | "candidate" | "codec" | "stalled" | "failed_xml" | "failed_db" | "failed" | "incoherent" | "reset" | "smitten" | "forgotten" | "exception";
                client?: string;
                version?: string;
                /** @description Public key (Ed25519) of the contributor, in hexadecimal. */
                contributor?: string;
                type?: string;
                /** @description Files that a visible post of this board shows or names. */
                board?: string;
                /** @description Whether the file has a used dump. */
                verified?: boolean;
                /** @description Dumps of files that nobody has posted. Only moderators of all boards see any. */
                unmapped?: boolean;
                /** @description MD5, SHA-1 or SHA-256, in hexadecimal. */
                hash?: string;
                /** @description `next` of the page before. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moderateDumps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DumpAction"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpActionResult"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAnyDump: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dump. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffDump"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFailedDumps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest thousand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedDumpList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllDumpChanges: {
        parameters: {
            query?: {
                state?: "pending" | "stopped" | "granted" | "refused" | "withdrawn" | "reverted";
                client?: string;
                version?: string;
                field?: "sha256" | "sha1" | "pixels" | "perceptual" | "width" | "height" | "duration" | "codecs";
                /** @description `next` of the page before. */
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpChangeList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideDumpChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DumpChangeAction"];
            };
        };
        responses: {
            /** @description What was decided; files and posts follow within a minute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpActionResult"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revertDumpClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevertedClient"];
            };
        };
        responses: {
            /** @description What was decided; files and posts follow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertedChanges"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cleanDumps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CleanedDumps"];
            };
        };
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleanResult"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDumpTrust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest thousand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpTrustList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveDumpTrust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GivenTrust"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDumpOffers: {
        parameters: {
            query?: {
                /** @description Only these. */
                state?: "asked" | "uploaded" | "quarantined" | "accepted" | "stored" | "refused";
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpOfferList"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideDumpOffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecidedOffers"];
            };
        };
        responses: {
            /** @description What was decided; accepted files are stored within a minute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpActionResult"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQuarantinedFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQuarantinedThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDumpReleases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 200. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DumpReleaseList"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    trustDumpRelease: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseTrust"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addReleaseKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddReleaseKey"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeReleaseKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public key (Ed25519) that signs releases, in hexadecimal. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIdentityProposals: {
        parameters: {
            query?: {
                state?: "open" | "closed";
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pages of 20, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProposals"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideIdentityProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideProposal"];
            };
        };
        responses: {
            /** @description Decided. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRemovalRequests: {
        parameters: {
            query?: {
                state?: "open" | "closed";
                reason?: "personal_data" | "copyright" | "illegal" | "other";
                about?: "posts" | "files" | "name" | "search";
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pages of 20: open requests by deadline, closed ones newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovalQueue"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideRemovalRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRemoval"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedRemoval"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readRemovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovalSettings"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveRemovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemovalSettings"];
            };
        };
        responses: {
            /** @description Saved. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSeriesRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesRules"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addSeriesRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSeriesRule"];
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesRule"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSeriesRuleEffect: {
        parameters: {
            query?: {
                series?: string;
                first_thread?: number;
                last_thread?: number;
                target?: string;
            };
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesEffect"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSeriesUndoEffect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesEffect"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoSeriesRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesRule"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSitePages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePageTexts"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSitePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSitePage"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePagePreview"];
                };
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    writeSitePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sitePage: "about" | "contact" | "feeds";
                /** @description A language of the pages, such as `en`. */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteSitePage"];
            };
        };
        responses: {
            /** @description Written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not JSON, or not of the type that the route takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetSitePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sitePage: "about" | "contact" | "feeds";
                /** @description A language of the pages, such as `en`. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed, or there was none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description The name under which browsers save the file; it gets the extension of the file’s type. Without it: the hash. */
                name?: string;
            };
            header?: never;
            path: {
                first: string;
                second: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The datastore of the file is on another host. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The copy is current: files never change. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The requested range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                first: string;
                second: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The datastore of the file is on another host. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The copy is current: files never change. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The requested range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLargeThumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                first: string;
                second: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The datastore of the file is on another host. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The copy is current: files never change. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The requested range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanBoards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All boards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanBoards"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A thread. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanThread"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanTail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 50 posts of a longer thread; 404 for others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanTail"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanThreadOfVichan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                num: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A thread, at the address that vichan uses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanThread"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanThreads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads by page, with the time of the last change of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanThreads"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Opening posts by page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanCatalog"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanArchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nums of threads beyond the board's pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanArchive"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fourChanPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                board: string;
                /** @description From 1. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of fifteen threads, each with its last five replies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FourChanPage"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    foolFuukaBoards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Boards by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaBoards"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaArchives: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Boards by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaArchives"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Boards by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaArchives"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaThread: {
        parameters: {
            query?: {
                board?: string | string[];
                num?: string | string[];
                latest_doc_id?: string | string[];
                last_limit?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread, as the value of its number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaThread"];
                };
            };
            /** @description There are no posts after `latest_doc_id`. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaDeleted: {
        parameters: {
            query?: {
                board?: string | string[];
                num?: string | string[];
                latest_doc_id?: string | string[];
                last_limit?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread, as the value of its number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaThread"];
                };
            };
            /** @description There are no posts after `latest_doc_id`. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaPost: {
        parameters: {
            query?: {
                board?: string | string[];
                num?: string | string[];
                latest_doc_id?: string | string[];
                last_limit?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaPost"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaIndex: {
        parameters: {
            query?: {
                board?: string | string[];
                page?: string | string[];
                order?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads by number, in the order of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaIndex"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaGallery: {
        parameters: {
            query?: {
                board?: string | string[];
                page?: string | string[];
                order?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Opening posts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaGallery"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaSearch: {
        parameters: {
            query?: {
                board?: string | string[];
                boards?: string | string[];
                tnum?: string | string[];
                subject?: string | string[];
                text?: string | string[];
                username?: string | string[];
                tripcode?: string | string[];
                email?: string | string[];
                filename?: string | string[];
                capcode?: string | string[];
                uid?: string | string[];
                country?: string | string[];
                image?: string | string[];
                deleted?: string | string[];
                ghost?: string | string[];
                filter?: string | string[];
                type?: string | string[];
                start?: string | string[];
                end?: string | string[];
                since4pass?: string | string[];
                width?: string | string[];
                height?: string | string[];
                results?: string | string[];
                order?: string | string[];
                page?: string | string[];
                theme?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Posts; or `error` if nothing is found or there are no more pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaFound"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaOffsiteReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaDone"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaUserActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaDone"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaModActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaDone"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    foolFuukaBulkMod: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaDone"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Sent by a page of another site or as an HTML form, or not permitted to the account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A parameter is missing or invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoolFuukaError"];
                };
            };
        };
    };
    getPublicExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description The copy is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. `detail` says why; for a query, `position` and `suggestion` may follow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not signed in, wrong name or password, or an invalid API key. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not in the archive, or not public. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A part of the path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The requested range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store that the request needs is out of reach, or the server is busy. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
