import { openPlace, placeName, type BackupPlace } from '../../backup/place.ts';

/** Runs `work` with the folder or the bucket of backups. */
export async function withPlace<T>(written: string, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  // PostgreSQL runs a command for each segment of its log: a folder needs no settings.
  const place = await openPlace(placeName(written), async () =>
    (await import('../../platform/config.ts')).readConfig(),
  );
  try {
    return await work(place);
  } finally {
    place.close();
  }
}
