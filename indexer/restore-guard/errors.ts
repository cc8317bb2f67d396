import { AppError } from '../../platform/errors.ts';

/** What Elasticsearch holds was made from other rows than these: to go on would lose changes without a word. */
export class RestoreUnfinishedError extends AppError {
  constructor(because: string) {
    super(
      'restore_unfinished',
      `${because}: nothing is indexed. If PostgreSQL was restored from a backup, or another server has taken over, ` +
        'stop every indexer, run `sagasu restore finish`, and start them again; if not, look at DATABASE_URL, ' +
        'ELASTICSEARCH_URL and SAGASU_INDEX_PREFIX',
    );
  }
}
