/** `sagasu media redraw`: redraws thumbnails by the current rule. */
import { Command, InvalidArgumentError } from 'commander';
import { ProgressLine } from '../../platform/progress-line.ts';
import { redrawThumbnails } from '../../scraper/media/redraw.ts';
import { EXIT } from '../exit-codes.ts';
import { withImageWorker } from './with-image-worker.ts';

interface RedrawOptions {
  readonly all: boolean;
  readonly after?: string;
}

export function redrawCommand(): Command {
  return new Command('redraw')
    .description('Draw the thumbnails anew that an older version of Sagasu drew: upright, and in two sizes')
    .option('--all', 'draw every thumbnail anew, also those that would stay the same', false)
    .option('--after <id>', 'with --all: go on after this file, which an interrupted command has named', parseId)
    .addHelpText(
      'after',
      `
Without --all each file is read once: an interrupted command goes on where it was. On a terminal a bar shows the progress. The last line is a JSON object with the counts: files, of these drawn, undrawable
(they cannot be decoded and keep their thumbnail) and unreadable. Exit code 1 when files could not be read, 130 after Ctrl-C.`,
    )
    .action(async ({ all, after }: RedrawOptions, command: Command) => {
      if (after !== undefined && !all) command.error('error: --after needs --all');
      await withImageWorker(async (context) => {
        const stop = new AbortController();
        const interrupt = () => stop.abort();
        process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
        const line = new ProgressLine(process.stderr);
        let last = after ?? '0';
        const counts = await redrawThumbnails(context, all ? { what: 'all', after: last } : { what: 'older' }, {
          signal: stop.signal,
          progress: ({ files }, total, id) => {
            last = id;
            line.show('Thumbnails', files, total === 0 ? 1 : Math.min(1, files / total), 'files');
          },
        });
        process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
        line.end();
        console.log(JSON.stringify(counts));
        if (counts.unreadable > 0) process.exitCode = EXIT.failure;
        if (!stop.signal.aborted) return;
        console.error(`Interrupted. To go on: sagasu media redraw${all ? ` --all --after ${last}` : ''}`);
        process.exitCode = EXIT.interrupted;
      });
    });
}

function parseId(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return text;
}
