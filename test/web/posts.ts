import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../mappings/comment/tokens.ts';
import type { Post } from '../../mappings/contract/post.ts';
import type { Hit } from '../../mappings/contract/search.ts';

/** A post as the API returns it, from a comment in a source's HTML. */
export function aPost(fields: Partial<Post> = {}, html = ''): Post {
  const { tokens } = parseComment(html);
  return {
    board: 'ck',
    num: 101,
    subnum: 0,
    thread: 100,
    opener: false,
    time_posted: '2024-05-02T14:06:00.000Z',
    time_modified: '2024-05-02T14:06:00.000Z',
    time_deleted_post: null,
    time_deleted_file: null,
    time_archived: null,
    time_bumped: null,
    name: null,
    tripcode: null,
    capcode: null,
    posterid: null,
    country: null,
    email: null,
    subject: null,
    comment: commentPlainText(tokens),
    tokens: tokens as CommentToken[],
    file: null,
    spoiler: false,
    sticky: false,
    closed: false,
    posters: null,
    replies: null,
    images: null,
    since4pass: null,
    extra: null,
    doc_id: 1,
    rev: 1,
    ...fields,
  };
}

export function aHit(fields: Partial<Hit> = {}, html = ''): Hit {
  return { ...aPost(fields, html), highlights: {}, thread_subject: null, thread_title: null, group: null, ...fields };
}

export function aFile(fields: Partial<NonNullable<Post['file']>> = {}): NonNullable<Post['file']> {
  return {
    name: 'loaf',
    type: 'png',
    size: 2048,
    width: 800,
    height: 600,
    thumb_width: 125,
    thumb_height: 94,
    md5: null,
    sha256: null,
    sha256t: null,
    status: 'archived',
    replay_url: null,
    time: null,
    spoiler: false,
    url: '/files/loaf.png',
    thumb_url: '/files/loaf-small.jpg',
    ...fields,
  };
}
