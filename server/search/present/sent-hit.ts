/** Hits as answers send them: with the fields that were asked for, and without those that have no value. */
import {
  HIT_ALWAYS,
  HIT_FIELDS,
  type Hit,
  type SearchAnswer,
  type SentAnswer,
  type SentHit,
} from '../../../mappings/contract/search.ts';
import type { ExtraFile, File, SentExtraFile, SentFile } from '../../../mappings/contract/post.ts';
import { RefusedError } from '../../shared/errors.ts';

export type HitField = keyof Hit;

const ALL: ReadonlySet<HitField> = new Set(HIT_FIELDS);
const DEFAULT: ReadonlySet<HitField> = new Set(HIT_FIELDS.filter((name) => name !== 'tokens'));

/** @throws RefusedError `field_unknown` */
export function wantedFields({
  fields,
  include,
}: {
  readonly fields?: string | undefined;
  readonly include?: 'tokens' | undefined;
}): ReadonlySet<HitField> {
  if (fields === undefined) return include === undefined ? DEFAULT : ALL;
  const wanted = new Set<HitField>(HIT_ALWAYS);
  if (include !== undefined) wanted.add(include);
  for (const [place, name] of fields.split(',').entries()) {
    const known = HIT_FIELDS.find((field) => field === name.trim());
    if (known === undefined) {
      const detail = `Field ${place + 1} of \`fields\`, ${JSON.stringify(name)}, does not exist. The fields are ${HIT_FIELDS.join(', ')}.`;
      throw new RefusedError(400, 'field_unknown', detail);
    }
    wanted.add(known);
  }
  return wanted;
}

export function sentAnswer(answer: SearchAnswer, wanted: ReadonlySet<HitField>): SentAnswer {
  const isPart = wanted.size < DEFAULT.size;
  const hits = answer.hits.map((hit) => sentHit(hit, wanted.has('tokens')));
  return { ...answer, hits: isPart ? hits.map((hit) => chosen(hit, wanted)) : hits };
}

function chosen(hit: SentHit, wanted: ReadonlySet<HitField>): SentHit {
  return Object.fromEntries([...wanted].map((name) => [name, hit[name]])) as SentHit;
}

/** The serializer leaves out fields that are undefined. One literal, so that all hits have the same shape, which is printed faster. */
export function sentHit(hit: Hit, withTokens: boolean): SentHit {
  return {
    board: hit.board,
    num: hit.num,
    subnum: hit.subnum,
    thread: hit.thread,
    opener: hit.opener || undefined,
    time_posted: hit.time_posted,
    time_modified: hit.time_modified,
    time_deleted_post: hit.time_deleted_post ?? undefined,
    time_deleted_file: hit.time_deleted_file ?? undefined,
    time_archived: hit.time_archived ?? undefined,
    time_bumped: hit.time_bumped ?? undefined,
    name: hit.name ?? undefined,
    tripcode: hit.tripcode ?? undefined,
    capcode: hit.capcode ?? undefined,
    posterid: hit.posterid ?? undefined,
    country: hit.country ?? undefined,
    email: hit.email ?? undefined,
    subject: hit.subject ?? undefined,
    comment: hit.comment,
    comment_truncated: hit.comment_truncated,
    tokens: withTokens ? hit.tokens : undefined,
    file: hit.file === null ? undefined : sentFile(hit.file),
    extra_files: hit.extra_files?.map((file) => sentExtraFile(file)),
    spoiler: hit.spoiler || undefined,
    sticky: hit.sticky || undefined,
    closed: hit.closed || undefined,
    posters: hit.posters ?? undefined,
    replies: hit.replies ?? undefined,
    images: hit.images ?? undefined,
    since4pass: hit.since4pass ?? undefined,
    extra: hit.extra ?? undefined,
    doc_id: hit.doc_id ?? undefined,
    rev: hit.rev,
    highlights: hit.highlights,
    thread_subject: hit.thread_subject ?? undefined,
    thread_title: hit.thread_title ?? undefined,
    group: hit.group ?? undefined,
  };
}

function sentFile(file: File): SentFile {
  return {
    status: file.status,
    name: file.name ?? undefined,
    type: file.type ?? undefined,
    size: file.size ?? undefined,
    width: file.width ?? undefined,
    height: file.height ?? undefined,
    thumb_width: file.thumb_width ?? undefined,
    thumb_height: file.thumb_height ?? undefined,
    md5: file.md5 ?? undefined,
    sha256: file.sha256 ?? undefined,
    sha256t: file.sha256t ?? undefined,
    time: file.time ?? undefined,
    spoiler: file.spoiler || undefined,
    url: file.url ?? undefined,
    thumb_url: file.thumb_url ?? undefined,
    replay_url: file.replay_url ?? undefined,
  };
}

function sentExtraFile(file: ExtraFile): SentExtraFile {
  return { ...sentFile(file), place: file.place, time_deleted: file.time_deleted ?? undefined };
}
