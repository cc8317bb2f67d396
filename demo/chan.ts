/** A post of the 4chan API, as its documentation and real responses have it. Flags are 1 or absent. */
export interface ChanPost {
  readonly no: number;
  readonly sticky?: number;
  readonly closed?: number;
  readonly now: string;
  readonly name?: string;
  readonly sub?: string;
  readonly com?: string;
  readonly filename?: string;
  readonly ext?: string;
  readonly w?: number;
  readonly h?: number;
  readonly tn_w?: number;
  readonly tn_h?: number;
  /** Name of the file on the site: epoch milliseconds, since 2023 microseconds. */
  readonly tim?: number;
  readonly time: number;
  readonly md5?: string;
  readonly fsize?: number;
  /** 0 on an opening post. */
  readonly resto: number;
  readonly id?: string;
  readonly trip?: string;
  readonly capcode?: string;
  readonly country?: string;
  readonly country_name?: string;
  readonly board_flag?: string;
  readonly flag_name?: string;
  readonly since4pass?: number;
  readonly filedeleted?: number;
  readonly spoiler?: number;
  readonly m_img?: number;
  readonly tag?: string;
  readonly archived?: number;
  readonly bumplimit?: number;
  readonly archived_on?: number;
  readonly imagelimit?: number;
  readonly semantic_url?: string;
  readonly custom_spoiler?: number;
  readonly replies?: number;
  readonly images?: number;
  readonly unique_ips?: number;
  readonly tail_size?: number;
  readonly sticky_cap?: number;
  readonly capcode_replies?: Readonly<Record<string, readonly number[]>>;
}

export type PostFields = { readonly [Key in keyof ChanPost]?: ChanPost[Key] | undefined };

/** The fields in the real site's order of keys. */
export const CHAN_FIELDS = [
  'no',
  'sticky',
  'closed',
  'now',
  'name',
  'sub',
  'com',
  'filename',
  'ext',
  'w',
  'h',
  'tn_w',
  'tn_h',
  'tim',
  'time',
  'md5',
  'fsize',
  'resto',
  'id',
  'trip',
  'capcode',
  'country',
  'country_name',
  'board_flag',
  'flag_name',
  'since4pass',
  'filedeleted',
  'spoiler',
  'm_img',
  'tag',
  'archived',
  'bumplimit',
  'archived_on',
  'imagelimit',
  'semantic_url',
  'custom_spoiler',
  'replies',
  'images',
  'unique_ips',
  'tail_size',
  'sticky_cap',
  'capcode_replies',
] as const satisfies readonly (keyof ChanPost)[];

/** Orders the keys as the real site does and omits undefined ones. */
export function inKeyOrder(fields: PostFields & Pick<ChanPost, 'no' | 'now' | 'time' | 'resto'>): ChanPost {
  const entries = CHAN_FIELDS.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]] as const]));
  return Object.fromEntries(entries) as unknown as ChanPost;
}

/** All keys about the file. They disappear when the file is deleted. */
export const FILE_KEYS = [
  'filename',
  'ext',
  'w',
  'h',
  'tn_w',
  'tn_h',
  'tim',
  'md5',
  'fsize',
  'spoiler',
  'm_img',
  'tag',
] as const satisfies readonly (keyof ChanPost)[];

/** An entry of boards.json. */
export interface ChanBoard {
  readonly board: string;
  readonly title: string;
  readonly ws_board: number;
  readonly per_page: number;
  readonly pages: number;
  readonly max_filesize: number;
  readonly max_webm_filesize: number;
  readonly max_comment_chars: number;
  readonly max_webm_duration: number;
  readonly bump_limit: number;
  readonly image_limit: number;
  readonly cooldowns: { readonly threads: number; readonly replies: number; readonly images: number };
  readonly meta_description: string;
  readonly spoilers?: number;
  readonly custom_spoilers?: number;
  readonly is_archived?: number;
  readonly board_flags?: Readonly<Record<string, string>>;
  readonly country_flags?: number;
  readonly user_ids?: number;
  readonly oekaki?: number;
  readonly sjis_tags?: number;
  readonly code_tags?: number;
  readonly math_tags?: number;
  readonly webm_audio?: number;
}

/** Defaults of the demo's boards. The limits are small so that threads reach them. */
export const BOARD_DEFAULTS = {
  ws_board: 1,
  per_page: 10,
  pages: 4,
  max_filesize: 4_194_304,
  max_webm_filesize: 3_145_728,
  max_comment_chars: 2000,
  max_webm_duration: 120,
  bump_limit: 120,
  image_limit: 25,
  cooldowns: { threads: 600, replies: 60, images: 60 },
} as const;

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `now` of a post: `MM/DD/YY(Day)HH:MM:SS` in New York's time zone; ambiguous in the repeated hour of autumn. */
export function newYorkTime(seconds: number): string {
  // "Fri, 08/08/25, 21:28:07"
  const [weekday, date, time] = NEW_YORK.format(seconds * 1000).split(', ');
  return `${date}(${weekday})${time}`;
}

/** The words of a thread's address. As on the real site only ASCII is kept, so a Japanese title gives undefined. */
export function semanticUrl(sub: string | undefined, com: string | undefined): string | undefined {
  const text = (sub ?? com ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/&#?\w+;/g, '');
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length + 1 > 50) break;
    slug += slug === '' ? word : `-${word}`;
  }
  return slug === '' ? undefined : slug;
}
