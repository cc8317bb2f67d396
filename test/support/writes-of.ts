import type { DocumentWrite } from '../../indexer/ports.ts';
import { WriteList } from '../../indexer/write-list.ts';

export function writesOf(...writes: readonly DocumentWrite[]): WriteList {
  const list = new WriteList();
  for (const write of writes) list.add(write);
  return list;
}
