import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../../support/archive.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('the process listens on its configured address, serves metrics to this machine only, and ends on SIGTERM', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startProcess('server/main.ts', world(), { SAGASU_PORT: String(port) });
  try {
    await eventually('the server is ready', async () => (await fetch(`${url}/readyz`)).ok);
    expect((await fetch(`${url}/api/v1/search?q=x`)).status).toBe(200);

    const openapi = await fetch(`${url}/api/openapi.json`, { headers: { origin: 'https://example.org' } });
    expect(openapi.headers.get('access-control-allow-origin')).toBe('*');
    expect(await openapi.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/v1/search': {} } });

    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(
      /^sagasu_http_request_duration_seconds_count\{.*route="\/api\/v1\/search",status="200"\} 1$/m,
    );
    const proxied = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(proxied.status).toBe(404);

    // A reader with a keep-alive connection must not keep the process running.
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    idle.destroy();
  } finally {
    child.kill('SIGKILL');
  }
});
