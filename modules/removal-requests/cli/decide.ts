/** `sagasu requests decide`, `note` and `reopen`: the decisions of /admin/removal-requests, by the operator. */
import { Argument, Command } from 'commander';
import type pg from 'pg';
import { wholeNumber, UsageError } from '../../../cli/arguments.ts';
import { askForCount, DONE, OPERATOR, showChosen, withModeration } from '../../../cli/bulk.ts';
import { parsePostName } from '../../../cli/post.ts';
import { dryRunOption, printOutcome, type DryRun } from '../../../cli/rehearsal.ts';
import type { PostKey } from '../../../mappings/post.ts';
import { chooseBulkAction } from '../../../server/moderation/bulk/bulk-actions.ts';
import type { FindPosts } from '../../../server/moderation/bulk/choose-posts.ts';
import type { ModerationServices } from '../../../server/moderation/moderate-across-boards.ts';
import type { DecideRemoval, RemovalRequest } from '../contract/removal-requests.ts';
import { addressOf, isOfPosts, OUTCOMES, type REMOVALS } from '../requests.ts';
import { decideRemoval } from '../server/decide.ts';
import { findInQueue } from '../server/queue.ts';
import { queryOf } from '../web/query-of.ts';

type Removal = (typeof REMOVALS)[number];

const BY = { account: OPERATOR.actor, secret: OPERATOR.secret } as const;
const DECISIONS = new Map(OUTCOMES.map((outcome) => [outcome.replace('_', '-'), outcome]));
const idArgument = () => new Argument('<id>', 'number of the request').argParser(wholeNumber(Number.MAX_SAFE_INTEGER));

interface DecideOptions extends DryRun {
  readonly answer?: string;
  readonly posts?: readonly string[];
  readonly banFiles?: true;
  readonly search?: string;
  readonly confirm?: number;
}

export function decideCommand(): Command {
  return new Command('decide')
    .description('Carry out a request and close it, or refuse it; the person reads the decision and the answer')
    .addArgument(idArgument())
    .addArgument(new Argument('<decision>', 'what to do').choices([...DECISIONS.keys()]))
    .option('--answer <text>', 'answer to the person; refuse needs it')
    .option('--posts <post...>', 'only these posts of the request, e.g. g/51971506 g/51971506_1')
    .option('--ban-files', 'with hide or purge of posts: ban their files, too')
    .option('--search <query>', 'for a name or a search: find the posts by this query instead')
    .option(
      '--confirm <number>',
      'the number of posts, without being asked for it',
      wholeNumber(Number.MAX_SAFE_INTEGER),
    )
    .addOption(dryRunOption())
    .addHelpText(
      'after',
      `
Posts are removed and the request is closed together, or nothing changes. The number of posts is asked for before anything is
removed permanently. Posts of a name or a search are counted and some of them shown first. The audit log has the decision
of "cli", without the words of the person.

Examples:
  $ sagasu requests decide 57 purge --answer "The posts are deleted."
  $ sagasu requests decide 57 hide --posts g/51971506
  $ sagasu requests decide 58 refuse --answer "The post names nobody."
  $ sagasu requests decide 59 purge --search "board:g name:Ardea" --confirm 12`,
    )
    .action(async (id: number, written: string, options: DecideOptions) => {
      const decision = DECISIONS.get(written);
      if (decision === undefined) throw new UsageError(`${written} is not a decision`);
      await withModeration(async (services, find) => {
        const request = await requestOf(services.pool, id);
        assertFitting(request, decision, options);
        if (decision === 'refuse') await refuseRequest(services, request, options);
        else if (isOfPosts(request.about)) await removeNamed(services, request, decision, options);
        else await removeFound(services, find, request, decision, options);
      }, options);
    });
}

export function noteCommand(): Command {
  return new Command('note')
    .description('Add a note for other staff to a request; the person does not see it')
    .addArgument(idArgument())
    .argument('<text>', 'the note')
    .action(async (id: number, answer: string) =>
      withModeration(async (services) => {
        const { version } = await requestOf(services.pool, id);
        await decideRemoval(services, BY, id, { action: 'note', version, answer });
        console.log(`Added a note to request ${id}.`);
      }),
    );
}

export function reopenCommand(): Command {
  return new Command('reopen')
    .description('Open a decided request again; posts stay as they are')
    .addArgument(idArgument())
    .addOption(dryRunOption())
    .action(async (id: number, options: DryRun) =>
      withModeration(async (services) => {
        const { version } = await requestOf(services.pool, id);
        await decideRemoval(services, BY, id, { action: 'reopen', version });
        printOutcome(`Request ${id} is open again.`, options);
      }, options),
    );
}

async function requestOf(pool: pg.Pool, id: number): Promise<RemovalRequest> {
  return findInQueue(pool, OPERATOR.secret, id, new Map());
}

/** @throws UsageError for an option that would have no effect */
function assertFitting({ about }: RemovalRequest, decision: string, options: DecideOptions): void {
  const isOfNamed = isOfPosts(about);
  const isRefused = decision === 'refuse';
  if (options.posts !== undefined && (isRefused || !isOfNamed))
    throw new UsageError('--posts has an effect on removals of named posts only');
  if (options.search !== undefined && (isRefused || isOfNamed))
    throw new UsageError('--search has an effect on removals of a name or a search only');
  if (options.banFiles === true && !(isOfNamed && (decision === 'hide' || decision === 'purge')))
    throw new UsageError('--ban-files has an effect with hide or purge of named posts only');
}

function answered({ version }: RemovalRequest, { answer }: DecideOptions): Pick<DecideRemoval, 'version' | 'answer'> {
  return { version, ...(answer !== undefined && { answer }) };
}

async function refuseRequest(
  services: ModerationServices,
  request: RemovalRequest,
  options: DecideOptions,
): Promise<void> {
  await decideRemoval(services, BY, request.id, { action: 'refuse', ...answered(request, options) });
  printOutcome(`Refused request ${request.id}.`, options);
}

async function removeNamed(
  services: ModerationServices,
  request: RemovalRequest,
  action: Removal,
  options: DecideOptions,
): Promise<void> {
  const posts: readonly PostKey[] =
    options.posts?.map(parsePostName).map(({ board, post }) => ({ board, ...post })) ??
    request.posts.map(({ board, num, subnum }) => ({ board, num, subnum }));
  const isBanning = options.banFiles === true;
  if ((action !== 'hide' || isBanning) && !options.dryRun) {
    console.log(posts.map(addressOf).join(' '));
    const confirmed = options.confirm ?? (await askForCount(action, posts.length));
    if (confirmed !== posts.length)
      throw new UsageError(`nothing changed: the decision is about ${posts.length} posts, not ${confirmed}`);
  }
  const done = await decideRemoval(services, BY, request.id, {
    action,
    ...answered(request, options),
    posts: posts.map((post) => ({ ...post })),
    ...(isBanning && { ban_files: true as const }),
  });
  printOutcome(outcomeOf(request, action, done.posts), options);
}

async function removeFound(
  services: ModerationServices,
  find: FindPosts,
  request: RemovalRequest,
  action: Removal,
  options: DecideOptions,
): Promise<void> {
  const q = options.search ?? queryOf(request);
  const reason = `removal request ${request.id}`;
  const chosen = await chooseBulkAction(services.pool, OPERATOR, find, { action, q, reason });
  showChosen(chosen);
  if (options.dryRun) {
    console.log('Dry run: nothing was changed.');
    return;
  }
  const confirmed = options.confirm ?? (await askForCount(action, chosen.action.posts));
  let changed = 0;
  for (;;) {
    const done = await decideRemoval(services, BY, request.id, {
      action,
      ...answered(request, options),
      bulk_action: chosen.action.id,
      bulk_posts: confirmed,
    });
    changed += done.posts;
    if (done.left === 0) break;
  }
  printOutcome(outcomeOf(request, action, changed), options);
}

function outcomeOf({ id }: RemovalRequest, action: Removal, posts: number): string {
  return `${DONE[action]} ${posts} ${posts === 1 ? 'post' : 'posts'}. Request ${id} is closed.`;
}
