import type { SharedModule } from '../../mappings/module.ts';

export const cable = {
  name: 'cable',
  sources: {
    cable: {
      // A channel has no documents: posts arrive one by one.
      threadPath: (board: string, thread: number) => `/${board}/${thread}`,
      postPage: null,
      mediaPaths: {},
      hasFourChanNames: false,
      group: {
        address: /^cable:\/\/(?:[\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i,
        addressForm: 'cable://host:port',
      },
    },
  },
  removal: {
    nouns: {
      cable_posts: 'stored posts of the cabal',
      cable_due: 'texts that wait to be published',
      cable_authors: 'authors with their names',
      cable_addresses: 'addresses of peers',
      cable_peers: 'connected peers',
      cable_keys: 'entries of key files (the file stays on the disk)',
      cable_kept: 'hashes of deleted posts, which stay so that the posts do not return',
    },
    sql: 'cable_board_contents($1)',
  },
} as const satisfies SharedModule;
