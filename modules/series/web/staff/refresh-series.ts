import type { QueryClient } from '@tanstack/react-query';
import { ADMIN_KEY } from '../../../../web/src/features/admin/queries.ts';

/** The rules, and the series on the pages of readers. */
export async function refreshSeries(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'series-rules'] });
  for (const key of ['series', 'series-list', 'thread-series']) {
    await queryClient.invalidateQueries({ queryKey: [key] });
  }
}
