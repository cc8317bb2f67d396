/** Debian's Exim as a mail server of its own. It stores each mail for archive.example in a file; guarded.example needs a login. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './archive.ts';
import { freePort } from './ports.ts';

export interface MailServer {
  /** Without TLS. */
  readonly port: number;
  /** With TLS. */
  readonly tlsPort: number;
  /** The file of its certificate, which nobody has signed. */
  readonly certificate: string;
  /** Whole mails with their headers, oldest first. */
  mails(): readonly string[];
  stop(): Promise<void>;
}

export const MAIL_LOGIN = 'sagasu:secret%20word';

export async function startMailServer(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-mail-'));
  // Exim gives up root's rights.
  chmodSync(folder, 0o755);
  for (const name of ['spool', 'mails']) mkdirSync(join(folder, name));
  const certificate = join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certificate, '-days', '2', ...subject], { stdio: 'ignore' });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const file = join(folder, 'exim.conf');
  writeFileSync(file, configOf(folder, port, tlsPort), { mode: 0o644 });
  execFileSync('chown', ['-R', 'Debian-exim', folder]);
  execFileSync('chown', ['root', file]);
  const child = spawn('/usr/sbin/exim4', ['-C', file, '-bdf', '-q5m'], { stdio: 'inherit' });
  const answers = async () => {
    const socket = connect(port, '127.0.0.1');
    return Promise.race([once(socket, 'data'), once(socket, 'error').then(() => null)])
      .then((found) => found !== null)
      .catch(() => false)
      .finally(() => socket.destroy());
  };
  await eventually('the mail server answers', answers);
  return {
    port,
    tlsPort,
    certificate,
    mails: () =>
      readdirSync(join(folder, 'mails'))
        .toSorted()
        .map((name) => readFileSync(join(folder, 'mails', name), 'utf8')),
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, {
        recursive: true,
        force: true,
      });
    },
  };
}

const configOf = (folder: string, port: number, tlsPort: number): string => `
primary_hostname = mail.archive.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
pid_file_path = ${folder}/spool/pid
local_interfaces = 127.0.0.1.${port} : 127.0.0.1.${tlsPort}
tls_on_connect_ports = ${tlsPort}
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
host_lookup =
rfc1413_query_timeout = 0s
acl_smtp_rcpt = check_rcpt
acl_smtp_data = accept
begin acl
check_rcpt:
  accept domains = archive.example
  accept domains = guarded.example
         authenticated = *
  deny message = relay not permitted
begin routers
all:
  driver = accept
  transport = file
begin transports
file:
  driver = appendfile
  directory = ${folder}/mails
  directory_file = \${tod_epoch_l}-\${message_exim_id}
  user = Debian-exim
  create_directory = false
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{sagasu}}{eq{$auth3}{secret word}}}}
  server_advertise_condition = \${if def:tls_in_cipher}
`;
