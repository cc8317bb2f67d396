/** The state of a board's harvest, as its scraper last reported it in Redis. It is for the admin pages and expires after a day. */
export interface HarvestStatus {
  /** Times are ISO 8601 in UTC. */
  readonly at: string;
  /** Times are ISO 8601 in UTC. Time of the report. */
  readonly last_success: string | null;
  /** When the board's list was last received successfully. */
  /** When this scraper took the board; all figures count from here. */
  readonly since: string;
  readonly requests: number;
  /** Requests answered by 304. */
  readonly unchanged: number;
  /** Responses with status 304. */
  readonly saved: number;
  readonly posts: number;
  /** Counts of the last ten minutes. */
  readonly posts_per_minute: number;
  /** Average of the last ten minutes. */
  readonly errors: Readonly<Record<string, number>>;
  readonly deleted_posts: number;
  readonly deleted_threads: number;
  /** Posts and threads that disappeared in large numbers at once; not judged until an admin releases them. */
  readonly held: number;
  /** The board has been without a post for much longer than usual. */
  readonly quiet: boolean;
}

export const HARVEST_STATUS_SECONDS = 86_400;

export function harvestStatusKey(prefix: string, board: string): string {
  return `${prefix}:harvest:${board}`;
}
