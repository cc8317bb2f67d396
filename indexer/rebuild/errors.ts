import { AppError } from '../../platform/errors.ts';

/** An index that was to go live is gone, and what was in it. */
export class IndexLostError extends AppError {
  constructor(names: readonly string[]) {
    super('index_lost', `Elasticsearch has lost ${names.join(', ')}, which was to go live: start a rebuild`);
  }
}

export class NoLiveIndexError extends AppError {
  constructor(board: string) {
    super('no_live_index', `/${board}/ has no index yet: there is nothing to rebuild before an indexer has run`);
  }
}

export class NoStandbyError extends AppError {
  constructor(board: string) {
    super(
      'no_standby',
      `/${board}/ has no indices of before the last rebuild any more: there is nothing to roll back to`,
    );
  }
}

/** The new index is not equal to the database, whatever was mended: readers keep the old one. */
export class DriftError extends AppError {
  constructor(board: string, drift: number) {
    super(
      'drift',
      `the new index of /${board}/ still differs from the database in ${drift} documents: the old one stays`,
    );
  }
}
