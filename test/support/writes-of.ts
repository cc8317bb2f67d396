import { BulkRequest, type DocumentWrite } from '../../indexer/live/bulk-request.ts';

export function writesOf(...writes: readonly DocumentWrite[]): BulkRequest {
  const list = new BulkRequest();
  for (const write of writes) list.add(write);
  return list;
}
