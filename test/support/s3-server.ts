/** An S3 server from PyPI: moto. It has one bucket and ends with the tests that started it. */
import { spawn } from 'node:child_process';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from './archive.ts';
import { freePort } from './ports.ts';
import { pythonPrograms } from './python.ts';

export const S3_ACCESS = { accessKeyId: 'an-id', secretAccessKey: 'a-secret', region: 'us-east-1' };

/** The same as settings of processes. */
export const S3_CONFIG = {
  s3AccessKeyId: S3_ACCESS.accessKeyId,
  s3SecretAccessKey: S3_ACCESS.secretAccessKey,
  s3Region: S3_ACCESS.region,
} as const;

export interface S3Server {
  /** Address of the bucket. */
  readonly bucket: string;
  stop(): void;
}

export async function startS3Server(): Promise<S3Server> {
  const python = await pythonPrograms(['moto[s3]==5.2.5', 'flask==3.1.2', 'flask-cors==6.0.1']);
  const port = await freePort();
  const run = ['-c', 'from moto.server import main; main()', '-H', '127.0.0.1', '-p', String(port)];
  const server = spawn(python, run, { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await eventually('the S3 server answers', async () => (await fetch(endpoint)).ok);
    const client = new S3Client({ endpoint, region: S3_ACCESS.region, credentials: S3_ACCESS, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: 'files' }));
    client.destroy();
  } catch (error) {
    server.kill();
    throw error;
  }
  return { bucket: `${endpoint}/files`, stop: () => void server.kill() };
}
