import { BOARD_DEFAULTS } from '../chan.ts';
import { NO_HABITS, type Theme } from './theme.ts';

/** The theme for captured boards. Its name says that the demo wrote the post. */
export const visitor: Theme = {
  board: { board: 'visitor', title: 'Visitor', ...BOARD_DEFAULTS, meta_description: '', is_archived: 1, spoilers: 1 },
  firstNo: 1,
  years: 1,
  guest: true,
  share: 1,
  welcome: { sub: '', com: '' },
  words: {
    bird: ['heron', 'wagtail', 'nightjar', 'kingfisher', 'lapwing', 'goldcrest', 'wren', 'curlew'],
    weather: ['light rain', 'a clear evening', 'morning fog', 'wind from the west', 'the first frost'],
    count: ['one', 'two', 'three', 'five', 'seven', 'twelve'],
  },
  topics: [
    {
      about: ['heron', 'wagtail', 'nightjar', 'kingfisher', 'lapwing', 'goldcrest'],
      subjects: ['Demo thread: the {it}', 'Demo: watching a {it}'],
      openers: [
        'This thread was opened by the demo, so that you can watch something new arrive. {weather}; a {it} sits on the fence.',
      ],
      replies: [
        'The {it} is still here.',
        '{count} more: a {bird}, and the {it} from before.',
        'A {it} again, in {weather}.',
      ],
    },
  ],
  replies: [
    'A reply by the demo: {count} {bird}s, {weather}.',
    'Demo reply. Search for "{bird}" to see whether this post has reached the index.',
    'Written by the demo. {weather}, {count} {bird}s by the water.',
    'The demo saw a {bird} at {5-9}:{10-59} in the morning; {weather}.',
    'Another demo post: [spoiler]it was a {bird} all along[/spoiler].',
  ],
  long: ['>Demo list\n- a {bird}\n- a {bird}\n- a {bird}\n\n{weather}. Nothing else to report.'],
  stories: ['>{weather}\n>wait for the {bird}\n>it does not come\n>a {bird} comes instead\n\nThe demo is content.'],
  secrets: ['a wren'],
  code: [],
  math: [],
  sjis: [],
  names: ['Demo'],
  filenames: ['demo'],
  tags: [],
  scenes: ['hills', 'waves'],
  banner: 'DEMO',
  habits: { ...NO_HABITS, greentext: 0.15, story: 0.05, long: 0.05 },
};
