/** How the harvest of a board goes, as its scraper last said in Redis: for the page of admins, and gone a day later. */
export interface HarvestStatus {
  /** Times are ISO 8601 in UTC. */
  readonly at: string;
  /** When the board's list was last answered as it should be. */
  readonly last_success: string | null;
  /** The figures count from here: when this scraper took the board up. */
  readonly since: string;
  readonly requests: number;
  /** Answered by 304. */
  readonly unchanged: number;
  /** Threads that the catalog spared us. */
  readonly saved: number;
  readonly posts: number;
  /** In the last ten minutes. */
  readonly posts_per_minute: number;
  /** By kind. */
  readonly errors: Readonly<Record<string, number>>;
  readonly deleted_posts: number;
  readonly deleted_threads: number;
  /** Vanished in masses, and judged only when somebody lets them go. */
  readonly held: number;
  /** No post came for longer than this board is ever without one. */
  readonly quiet: boolean;
}

export const HARVEST_STATUS_SECONDS = 86_400;

export function harvestStatusKey(prefix: string, board: string): string {
  return `${prefix}:harvest:${board}`;
}
