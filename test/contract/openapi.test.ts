import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openapiText } from '../../server/http/openapi-document.ts';

interface Operation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

const checkedIn = readFileSync(new URL('../../mappings/contract/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(checkedIn) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

const isFoolFuuka = ({ tags }: Operation) => tags?.includes('foolfuuka') === true;

test('the checked-in document says what the routes say (else: npm run openapi)', async () => {
  expect(checkedIn).toBe(await openapiText());
});

test('every operation of the API is in it, under a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  const harvest = ['getThreadFreshness', 'kick', 'listIdentities', 'removeIdentity', 'setIdentity'];
  const archive = [
    'contributeDump',
    'dumpKey',
    'dumpSchema',
    'findPosts',
    'getComment',
    'getPost',
    'getThread',
    'getThreadZip',
    'isAlive',
    'isReady',
    'listAuthors',
    'listBoards',
    'listImages',
    'listPosts',
    'listPublicExports',
    'getPublicExport',
    'listPublicLog',
    'report',
    'writeGhost',
    'deleteGhost',
    'ghostChallenge',
    'listThreads',
    'search',
  ];
  const searches = [
    'completeQuery',
    'explainSearch',
    'getQueryParts',
    'exportSearch',
    'getLimits',
    'searchFacets',
    'searchFeedAtom',
    'searchFeedJson',
    'searchTimeline',
    'suggestQueries',
  ];
  const media = ['getFile', 'getThumbnail'];
  const statistics = ['getActivity', 'getArchiveStatistics', 'getBoardStatistics'];
  const sessions = ['acceptInvitation', 'getSession', 'signIn', 'signOut'];
  const ownAccount = [
    'beginTotp',
    'changePassword',
    'confirmTotp',
    'getOwnAccount',
    'removeTotp',
    'renewRecoveryCodes',
  ];
  const accounts = ['changeAccount', 'invite', 'listAccounts', 'removeAccount', 'addKey', 'listKeys', 'revokeKey'];
  const tasks = ['cancelTask', 'getTask', 'listTasks', 'pauseTask', 'resumeTask', 'startTasks'];
  const defaults = ['changeBoardDefaults', 'getBoardDefaults'];
  const settings = [...defaults, 'changeBoardSettings', 'getBoardSettings', 'releaseHeld'];
  const bans = [
    'addBan',
    'addBoard',
    'dismissNetworkReports',
    'planBoardRemoval',
    'removeBoard',
    'renameBoard',
    'decideAppeal',
    'liftBan',
    'listBans',
    'listBannedFiles',
    'listCabals',
    'listCabalRefusals',
    'readCabalAuthor',
    'blockCabalAuthor',
    'unblockCabalAuthor',
    'listNearFiles',
    'unbanFile',
    'listBulkActions',
    'chooseBulkAction',
    'readBulkAction',
    'runBulkAction',
    'undoBulkAction',
    'lookAtAddresses',
    'lookAtAuditAddress',
    'undoSettings',
  ];
  const filters = ['addFilter', 'applyFilter', 'disableFilter', 'enableFilter', 'listFilters', 'removeFilter'];
  const admin = [
    ...sessions,
    ...bans,
    ...filters,
    'tryFilter',
    'undoFilter',
    ...ownAccount,
    ...accounts,
    ...tasks,
    ...settings,
    'listAdminBoards',
    'listAudit',
    'moderate',
    'moderateFile',
    'moderatePosts',
    'changeReports',
    'listReports',
    'listQuarantine',
    'listRefusals',
    'retryQuarantine',
  ];
  const foolFuuka = [
    'OffsiteReport',
    'UserActions',
    'BulkMod',
    'ModActions',
    'Archives',
    'Boards',
    'Deleted',
    'Gallery',
    'Index',
    'Post',
    'Search',
    'Site',
    'Thread',
  ];
  const fourChan = ['Archive', 'Boards', 'Catalog', 'Page', 'Tail', 'Thread', 'ThreadOfVichan', 'Threads'];
  const compatible = [...foolFuuka.map((name) => `foolFuuka${name}`), ...fourChan.map((name) => `fourChan${name}`)];
  const dumps = [
    'cleanDumps',
    'decideDumpChanges',
    'decideDumpOffers',
    'dumpStatistics',
    'getAnyDump',
    'getContributor',
    'getDump',
    'getDumpedFile',
    'getQuarantinedFile',
    'getQuarantinedThumbnail',
    'giveDumpTrust',
    'handOverFile',
    'listAllDumpChanges',
    'listAllDumps',
    'listContributors',
    'listDumpChanges',
    'listDumpOffers',
    'listDumpTrust',
    'listDumps',
    'listFailedDumps',
    'listWantedFiles',
    'moderateDumps',
    'revertDumpClient',
  ];
  const own = [...dumps, ...harvest, ...archive, ...searches, ...media, ...statistics, ...admin];
  expect(new Set(names)).toEqual(new Set([...own, ...compatible]));
  expect(names).toHaveLength(new Set(names).size);
});

test("every refusal is a problem, and says so; FoolFuuka's clients get a sentence alone", () => {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const sentence = { 'application/json': { schema: { $ref: '#/components/schemas/FoolFuukaError' } } };
  for (const { name, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses).filter(([code]) => Number(code) >= 400)) {
      expect(response.content, `${name} ${status}`).toEqual(isFoolFuuka(operation) ? sentence : problem);
    }
  }
});

test('what takes parameters or a body can refuse them', () => {
  const takers = operations.filter(({ operation }) => operation.parameters ?? operation.requestBody);
  expect(takers.length).toBeGreaterThan(25);
  for (const { name, operation } of takers) {
    const statuses = Object.keys(operation.responses);
    // Whatever stands in the path of the 4chan API is there or not.
    if (operation.tags?.includes('4chan') === true) expect(statuses, name).toContain('404');
    else expect(statuses, name).toContain(isFoolFuuka(operation) ? '422' : '400');
  }
});

test('what the framework refuses by itself is documented wherever it may', () => {
  for (const { name, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    if (name.includes('{')) expect(statuses, name).toContain('414');
    if (operation.requestBody !== undefined) expect(statuses, name).toEqual(expect.arrayContaining(['413', '415']));
  }
});

test('every reference leads somewhere', () => {
  const references = [...checkedIn.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).not.toHaveLength(0);
  for (const reference of references) {
    const name = reference?.replace('#/components/schemas/', '') ?? '';
    expect(Object.keys(document.components.schemas)).toContain(name);
  }
});
