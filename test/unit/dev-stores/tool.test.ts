import { expect, test } from 'vitest';
import { isGroupAlive, runTool, SETUP_LIMIT_MS } from '../../../dev-stores/tool.ts';

test('a tool that exceeds its limit is ended with its children, and the error has a way out', async () => {
  let group = 0;
  const tool = runTool('/bin/sh', ['-c', 'sleep 60 & echo $$; wait'], {
    env: {},
    timeoutMs: 300,
    onOutput: (text) => {
      group = Number(text);
    },
  });
  await expect(tool).rejects.toThrow(/^\/bin\/sh did not finish in 0\.3 s\. .*`uptime`.*start again/);
  expect(group).toBeGreaterThan(1);
  await expect.poll(() => isGroupAlive(group)).toBe(false);
});

test('tools of the first start have time on a busy machine', () => {
  expect(SETUP_LIMIT_MS).toBeGreaterThanOrEqual(600_000);
});
