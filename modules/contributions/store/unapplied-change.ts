/** A change of a dump that was decided and is still to be carried out. */
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
