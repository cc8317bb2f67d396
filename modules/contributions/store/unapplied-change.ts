/** A change that was granted or reverted, and that the indexer has yet to carry out. */
export interface UnappliedChange {
  readonly id: string;
  readonly dumpId: string | null;
  readonly md5: Buffer;
  readonly size: number;
  readonly field: string;
  readonly before: string | null;
  readonly after: string;
  readonly state: 'granted' | 'reverted';
}
