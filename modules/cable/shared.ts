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
        keeps: 'posts of a cabal belong to the cabal',
      },
    },
  },
} as const satisfies SharedModule;
