"""Tantivy in process: builds an index of posts from standard input, then answers queries and prints how long each took."""

import json
import os
import sys
import time

import tantivy

folder = sys.argv[1]
schema = (
    tantivy.SchemaBuilder()
    .add_text_field("comment", tokenizer_name="default", index_option="position")
    .add_text_field("subject", tokenizer_name="default", index_option="position")
    .add_text_field("board", tokenizer_name="raw", index_option="basic")
    .add_text_field("md5", tokenizer_name="raw", index_option="basic")
    .add_boolean_field("opener", indexed=True, fast=True)
    .add_unsigned_field("time", indexed=True, fast=True)
    .add_unsigned_field("num", fast=True)
    .build()
)
index = tantivy.Index(schema, path=folder)
writer = index.writer(heap_size=512_000_000, num_threads=2)
started = time.perf_counter()
posts = 0
for line in sys.stdin:
    if line == "\n":
        break
    post = json.loads(line)
    document = tantivy.Document()
    for field in ("comment", "subject", "board", "md5"):
        if post.get(field):
            document.add_text(field, post[field])
    document.add_boolean("opener", post["opener"])
    document.add_unsigned("time", post["time"])
    document.add_unsigned("num", post["num"])
    writer.add_document(document)
    posts += 1
writer.commit()
writer.wait_merging_threads()
index.reload()
size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
print(json.dumps({"posts": posts, "seconds": time.perf_counter() - started, "bytes": size}), flush=True)
searcher = index.searcher()
Must, Should = tantivy.Occur.Must, tantivy.Occur.Should


def of_texts(make):
    return tantivy.Query.boolean_query([(Should, make("comment")), (Should, make("subject"))])


def build(query):
    words, parts = [word.lower() for word in query["words"]], []
    if query["isPhrase"]:
        parts.append((Must, of_texts(lambda field: tantivy.Query.phrase_query(schema, field, words))))
    else:
        for word in words:
            parts.append((Must, of_texts(lambda field, word=word: tantivy.Query.term_query(schema, field, word))))
    if query["board"]:
        parts.append((Must, tantivy.Query.term_query(schema, "board", query["board"])))
    if query["md5"]:
        parts.append((Must, tantivy.Query.term_query(schema, "md5", query["md5"])))
    if query["openersOnly"]:
        parts.append((Must, tantivy.Query.term_query(schema, "opener", True)))
    if query["days"]:
        first, last = query["days"]
        parts.append(
            (Must, tantivy.Query.range_query(schema, "time", tantivy.FieldType.Unsigned, first, last, include_upper=False))
        )
    return tantivy.Query.boolean_query(parts)


for line in sys.stdin:
    query = json.loads(line)
    began = time.perf_counter()
    found = searcher.search(
        build(query), limit=25, count=True, order_by_field="time", offset=(query["page"] - 1) * 25
    )
    took = (time.perf_counter() - began) * 1000
    print(json.dumps({"ms": took, "total": found.count, "rows": len(found.hits)}), flush=True)
