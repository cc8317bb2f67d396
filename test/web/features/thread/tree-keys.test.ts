import { expect, test } from 'vitest';
import { moveOf, type TreeNode } from '../../../../web/src/features/thread/tree-keys.ts';

/** A branch with an open one in it, a folded one, and a post without answers. */
const NODES: readonly TreeNode[] = [
  { depth: 0, isOpen: true },
  { depth: 1, isOpen: true },
  { depth: 2, isOpen: null },
  { depth: 1, isOpen: null },
  { depth: 0, isOpen: false },
  { depth: 0, isOpen: null },
];

test.each([
  ['ArrowDown', 2, 3],
  ['ArrowDown', 5, null],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, null],
  ['Home', 3, 0],
  ['End', 1, 5],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 4, 'toggle'],
  ['ArrowRight', 5, null],
  ['ArrowLeft', 1, 'toggle'],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 3, 0],
  ['ArrowLeft', 4, null],
  ['Enter', 0, null],
] as const)('%s at %i leads to %j', (key, here, to) => {
  expect(moveOf(key, NODES, here)).toBe(to);
});
