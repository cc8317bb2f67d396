"""What BASC-py4chan reads of /g/, as one line of JSON. Its requests for a.4cdn.org come by way of http_proxy."""

import json
import sys

import basc_py4chan

thread_num, missing_num = int(sys.argv[1]), int(sys.argv[2])
board = basc_py4chan.Board("g")
thread = board.get_thread(thread_num)
files = [
    {"name": f.filename_original, "md5": f.file_md5_hex, "size": f.file_size, "url": f.file_url}
    for f in thread.file_objects()
]
print(
    json.dumps(
        {
            "boards": sorted(b.name for b in basc_py4chan.get_all_boards()),
            "title": board.title,
            "pages": board.page_count,
            "per_page": board.threads_per_page,
            "worksafe": board.is_worksafe,
            "thread": {
                "id": thread.id,
                "closed": thread.closed,
                "sticky": thread.sticky,
                "archived": thread.archived,
                "subject": thread.topic.subject,
                "slug": thread.semantic_slug,
                "posts": [[p.post_id, p.text_comment, p.is_op] for p in thread.all_posts],
                "files": files,
                "new_posts": thread.update(),
            },
            "exists": [board.thread_exists(thread_num), board.thread_exists(missing_num)],
            "missing": board.get_thread(missing_num),
            "ids": sorted(board.get_all_thread_ids()),
            "page": [t.id for t in board.get_threads(1)],
            "all": sorted(t.id for t in board.get_all_threads()),
        }
    )
)
