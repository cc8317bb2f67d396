/** Documents for indices of mapping version 5 and older, which get them until their boards are rebuilt. */
import { parseComment } from '../comment/parse.ts';
import { commentPlainText } from '../comment/plain-text.ts';
import { cutHtml, MAX_INDEXED_COMMENT } from '../text-limits.ts';
import { foldFileNameVersion5, foldTextVersion5 } from '../text-analysis/version-5.ts';
import { ADDED_OBJECTS, addedToDocument, type AddedValues } from './added-fields.ts';
import { FIELDS_SINCE_6 } from './index-fields.ts';
import { orAbsent, restOf } from './document-rest.ts';
import type { Post } from '../post.ts';

/** The fields that differ from the present document: the texts are those of version 5, and newer fields are absent. */
export function fieldsOfVersion5(
  post: Post & { readonly added?: AddedValues },
  hasDocuments: boolean,
): Readonly<Record<string, unknown>> {
  const html = post.comment === null ? null : cutHtml(post.comment, MAX_INDEXED_COMMENT);
  const comment = commentPlainText(parseComment(html ?? '').tokens);
  const folded = {
    comment: foldTextVersion5(comment),
    subject: post.subject && foldTextVersion5(post.subject),
    mediaName: post.mediaName && foldFileNameVersion5(post.mediaName),
  };
  return {
    ...Object.fromEntries(Object.keys(FIELDS_SINCE_6).map((field) => [field, undefined])),
    comment: orAbsent(folded.comment),
    subject: orAbsent(folded.subject),
    media_name: orAbsent(folded.mediaName),
    length: comment.length,
    rest: hasDocuments ? restOf(post, html, folded) : undefined,
    ...(post.added === undefined ? {} : addedToDocument(post.added, ADDED_OBJECTS, foldTextVersion5)),
  };
}
