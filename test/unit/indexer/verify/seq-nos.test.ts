import { expect, test } from 'vitest';
import { SeqNos } from '../../../../indexer/verify/seq-nos.ts';

test('the set contains exactly the added numbers, in runs and alone', () => {
  const added = [3, 4, 5, 9, 11, 12, 40];
  const seqNos = new SeqNos();
  for (const seqNo of added) seqNos.add(seqNo);
  const found = Array.from({ length: 50 }, (_, seqNo) => seqNo).filter((seqNo) => seqNos.has(seqNo));
  expect(found).toEqual(added);
  expect(new SeqNos().has(0)).toBe(false);
});
