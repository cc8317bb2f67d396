import { expect, test } from 'vitest';
import { isSafeForDeployed } from '../../codec/deployed-limits.ts';
import { decodePost, type PostBody } from '../../codec/post.ts';
import { keysOf, makePost } from '../support/posts.ts';

const info = (key: string, value: string): PostBody => ({ type: 'info', info: [[key, Buffer.from(value)]] });

test.each<readonly [string, PostBody, boolean]>([
  ['a text in a channel of 64 bytes', { type: 'text', channel: 'a'.repeat(64), text: 'tea' }, true],
  ['a text in a channel of 65 bytes', { type: 'text', channel: `é${'a'.repeat(63)}`, text: 'tea' }, false],
  ['a join to a channel of 30 letters of three bytes', { type: 'join', channel: '茶'.repeat(30) }, false],
  ['a topic of 512 bytes', { type: 'topic', channel: 'tea', topic: 'a'.repeat(512) }, true],
  ['a topic of 513 bytes', { type: 'topic', channel: 'tea', topic: `é${'a'.repeat(511)}` }, false],
  ['a name of 32 bytes', info('name', 'a'.repeat(32)), true],
  ['a name of 33 bytes', info('name', `é${'a'.repeat(31)}`), false],
  ['an info with another key', info('colour', 'green'), false],
  ['a delete', { type: 'delete', hashes: [] }, true],
])('%s', (_, body, isSafe) => {
  expect(isSafeForDeployed(decodePost(makePost(keysOf(1), 1, body).bytes, 'deployed'))).toBe(isSafe);
});
