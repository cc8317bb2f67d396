/** A real Elasticsearch behind TLS with a certificate of a private authority, and behind an API key if one is given. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ElasticsearchProxy {
  /** Without a login. */
  readonly origin: string;
  /** The file with the certificate of the authority. */
  readonly authority: string;
  /** The header of each request. */
  readonly authorizations: (string | undefined)[];
  stop(): void;
}

/** The answer of Elasticsearch 9 to an unknown key. */
const REASON = {
  type: 'security_exception',
  reason: 'unable to authenticate with provided credentials and anonymous access is not allowed for this action',
};
const REFUSED = JSON.stringify({ error: { root_cause: [REASON], ...REASON }, status: 401 });

/** With a key, the proxy refuses requests without it, as Elasticsearch does, and passes others on with the login of `target`. */
export async function startElasticsearchProxy(
  target: string,
  apiKey: string | null = null,
): Promise<ElasticsearchProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-es-'));
  const [keyFile, authority] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3'];
  const names = ['-subj', '/CN=search', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...args, ...names, '-keyout', keyFile, '-out', authority], { stdio: 'pipe' });
  const { hostname, port, username, password } = new URL(target);
  const login = [username, password].map((part) => decodeURIComponent(part)).join(':');
  const basic = `Basic ${Buffer.from(login).toString('base64')}`;
  const authorizations: (string | undefined)[] = [];
  const proxy = createServer({ key: readFileSync(keyFile), cert: readFileSync(authority) }, (asked, answer) => {
    const { method, url: path, headers } = asked;
    authorizations.push(headers.authorization);
    if (apiKey !== null && headers.authorization !== `ApiKey ${apiKey}`) {
      answer.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'ApiKey' }).end(REFUSED);
      return;
    }
    const passed = request(
      { hostname, port, method, path, headers: { ...headers, ...(apiKey !== null && { authorization: basic }) } },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    authority,
    authorizations,
    stop() {
      proxy.closeAllConnections();
      proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
