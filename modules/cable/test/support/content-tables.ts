/** The effect of a purge on the tables of cabals. */
import {
  NAME_OF_STATE,
  OF_OPERATORS,
  OF_PROCESS,
  kept,
  type ContentTables,
} from '../../../../mappings/postgres/content-tables.ts';

export const CONTENT_TABLES: ContentTables = {
  cabal_addresses: { url: OF_OPERATORS, prologue: NAME_OF_STATE },
  cabals: {
    key_id: kept('a hash of a secret'),
    key_file: OF_OPERATORS,
    layout: NAME_OF_STATE,
    worker: OF_PROCESS,
  },
  cable_blocked: { author: kept('a public key'), blocked_by: OF_OPERATORS, reason: OF_OPERATORS },
  cable_channel_deletes: { channel: kept('the name of a channel'), hash: kept('a hash of a delete') },
  cable_channels: {
    channel: kept('the name of a channel'),
    name: kept('the name of a channel'),
    titled_by: kept('a hash of a topic'),
  },
  cable_claims: {
    target: kept('a hash of a post that is not here'),
    author: kept('a public key'),
    deleted_by: kept('a hash of a delete'),
  },
  cable_links: {
    link: kept('the order of other posts depends on it'),
    hash: kept('the order of other posts depends on it'),
  },
  cable_members: {
    channel: kept('the name of a channel'),
    author: kept('a public key'),
    state: kept('a hash of a join or leave'),
  },
  cable_peers: { peer: kept('the address of a peer that the operator named or that dialled') },
  cable_moderators: { author: kept('a public key'), appointed_by: OF_OPERATORS },
  cable_posts: {
    hash: 'row deleted',
    author: 'row deleted',
    channel: 'row deleted',
    channel_name: 'row deleted',
    bytes: 'row deleted',
  },
  cable_refusals: { peer: kept('the address of a peer'), reason: NAME_OF_STATE, detail: kept('a sentence of ours') },
  cable_tombstones: {
    hash: kept('the post must never be taken again'),
    author: kept('a public key'),
    channel: kept('the name of a channel'),
    deleted_by: kept('a hash of a delete'),
  },
  cable_topics: {
    channel: kept('the name of a channel'),
    name: kept('the name of a channel'),
    hash: kept('a hash of a topic'),
  },
  cable_users: {
    author: kept('a public key'),
    hash: kept('a hash of an info'),
    name: kept('of a person, who is not the post'),
  },
};
