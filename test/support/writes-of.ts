import { WriteList, type DocumentWrite } from '../../indexer/live/bulk-request.ts';

export function writesOf(...writes: readonly DocumentWrite[]): WriteList {
  const list = new WriteList();
  for (const write of writes) list.add(write);
  return list;
}
