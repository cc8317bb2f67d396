import type pg from 'pg';
import { kept, NAME_OF_STATE, OF_OPERATORS } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';
import { REQUEST_PAGE, SETTINGS_PAGE, STAFF_PAGE, TICKET_PAGE, TRANSPARENCY_PAGE } from '../../requests.ts';

/** The module's own test purges the posts of a request. */
const TO_STAFF = kept('a person writes it to staff; emptied when all posts of the request are purged');

async function givenRequest(pool: pg.Pool, board: { readonly id: number }): Promise<void> {
  await pool.query(
    `with request as (
       insert into removal_requests (about, reason, board_ids, words, due_at)
       values ('posts', 'personal_data', array[$1::int], 'It has my address.', now() + interval '30 days') returning id)
     insert into removal_request_posts (request_id, board_id, num, subnum, is_proven) select id, $1, 1, 0, false from request`,
    [board.id],
  );
  await pool.query(`insert into removal_templates (name, answer) values ('copyright', 'The file is gone.')`);
}

export const removalRequests: TestModule = {
  name: 'removal-requests',
  auditActions: ['hide', 'purge', 'deletefile', 'banfile', 'decline', 'reopen'].map(
    (verb) => `removal_requests.${verb}`,
  ),
  staff: {
    given: givenRequest,
    requests: [
      {
        operation: 'decideRemovalRequest',
        route: 'POST /api/v1/admin/removal-requests/:id',
        body: { action: 'note', version: 1, answer: 'asked the source' },
      },
      {
        operation: 'saveRemovalSettings',
        route: 'PUT /api/v1/admin/removal-settings',
        body: {
          deadlines: { personal_data: 30, copyright: 14, illegal: 1, other: 30 },
          templates: [{ name: 'gone', answer: 'The post is gone.' }],
        },
      },
    ],
    tables: ['removal_request_words', 'removal_deadlines', 'removal_templates'],
    pages: [
      { name: 'removal requests', address: () => STAFF_PAGE, shows: '.removal-request', isAdmin: true },
      { name: 'settings of removal requests', address: () => SETTINGS_PAGE, shows: '.removal-settings', isAdmin: true },
      { name: 'form of a removal request', address: () => REQUEST_PAGE, shows: '.removal-form' },
      { name: 'ticket of a removal request', address: () => TICKET_PAGE, shows: '.ticket-code' },
      { name: 'counts of removal requests', address: () => TRANSPARENCY_PAGE, shows: '.removal-counts' },
    ],
  },
  database: {
    contentTables: {
      removal_deadlines: { reason: NAME_OF_STATE },
      removal_templates: { name: OF_OPERATORS, answer: OF_OPERATORS },
      removal_requests: {
        token_hash: kept('a hash of a secret'),
        about: NAME_OF_STATE,
        reason: NAME_OF_STATE,
        sought: TO_STAFF,
        words: TO_STAFF,
        reply_address: kept('of a person who waits for an answer, until 30 days after it'),
        proof: kept('the signature of a challenge, for a day'),
        state: NAME_OF_STATE,
        worked_by: OF_OPERATORS,
        outcome: NAME_OF_STATE,
        answer: OF_OPERATORS,
        closed_by: OF_OPERATORS,
      },
      removal_request_words: { account: OF_OPERATORS, words: TO_STAFF },
      removal_request_networks: { network: kept('until it expires after 7 days; no process may read it') },
    },
    ownerFunctions: [
      'sagasu_indexer expire_removal_requests',
      'sagasu_server ask_removal',
      'sagasu_server change_removal_ticket',
      'sagasu_server count_open_removal_requests',
      'sagasu_server count_removal_requests',
      'sagasu_server read_removal_ticket',
    ],
  },
};
