/**
 * `npm run release`: tags the checked-out commit with its version, and writes the archive of its source, its notes and their checksums to
 * dist/VERSION/. With `--image` it also builds and saves an image with Docker. It changes no file of the repository and pushes nothing.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '../platform/version.ts';
import { notesOf } from './notes.ts';

function output(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function release(withImage: boolean): string {
  const tag = `v${VERSION}`;
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), VERSION);
  if (output('git', ['status', '--porcelain']) !== '') throw new Error('the checkout has changes: commit them first');
  if (output('git', ['tag', '--list', tag]) !== '') throw new Error(`there is a tag ${tag} already: raise the version`);
  run('npm', ['run', 'check']);
  const folder = join('dist', VERSION);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const name = `sagasu-${VERSION}`;
  writeFileSync(join(folder, 'NOTES.md'), `# Sagasu ${VERSION}\n\n${notes}\n`);
  run('git', ['archive', `--prefix=${name}/`, `--output=${join(folder, `${name}.tar.gz`)}`, 'HEAD']);
  if (withImage) {
    run('docker', ['build', '--tag', `sagasu:${VERSION}`, '.']);
    run('docker', ['save', '--output', join(folder, `${name}-image.tar`), `sagasu:${VERSION}`]);
  }
  const sums = readdirSync(folder)
    .toSorted()
    .map((file) => `${hash('sha256', readFileSync(join(folder, file)))}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  // Last, so that a failed release leaves no tag. Git would drop the headings of the notes as comments.
  run('git', ['tag', '--annotate', '--cleanup=verbatim', '--message', `Sagasu ${VERSION}\n\n${notes}\n`, tag]);
  return `${folder}/ is complete. Publish the tag with: git push origin ${tag}`;
}

const { values } = parseArgs({ options: { image: { type: 'boolean', default: false } } });
try {
  console.log(release(values.image));
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
