import { BOARD_DEFAULTS } from '../chan.ts';
import { NO_HABITS, type Theme } from './theme.ts';

export const draw: Theme = {
  board: {
    board: 'draw',
    title: 'Drawing & Loops',
    ...BOARD_DEFAULTS,
    per_page: 8,
    pages: 1,
    bump_limit: 60,
    image_limit: 20,
    meta_description:
      '&quot;/draw/ - Drawing &amp; Loops&quot; is for sketches, pixels and things that move in circles.',
    // No archive: a thread that falls off the last page is gone.
    spoilers: 1,
    oekaki: 1,
    webm_audio: 1,
    board_flags: { INK: 'Ink', PXL: 'Pixels', GRA: 'Graphite', WTR: 'Watercolour', CLY: 'Clay' },
  },
  firstNo: 48_100,
  years: 3,
  guest: false,
  share: 0.05,
  welcome: {
    sub: 'Welcome to /draw/',
    com: 'Draw something. Show it. Draw the next one.\n\n>Tags\nLoop, Study, Game, Other: choose one when you open a thread with a moving file.\n\nCritique gently, be specific, and never redline without asking.',
  },
  words: {
    subject: ['a kettle', 'hands', 'a sleeping dog', 'bicycles', 'crumpled paper', 'a tram stop'],
    medium: ['graphite', 'ink', 'gouache', 'pixels', 'watercolour', 'charcoal', 'a mouse'],
    colour: ['ultramarine', 'ochre', 'viridian', 'coral', 'a warm grey', 'lamp black'],
  },
  topics: [
    {
      series: true,
      about: ['hands', 'trees', 'bicycles', 'faces from imagination', 'interiors', 'animals'],
      subjects: ['Draw {it} every day', 'Study thread: {it}'],
      openers: [
        '{it}, {10-30} minutes, any medium. Post what you have, even if it has six fingers.\n\n{previous}',
        'New study thread. Topic until {day}: {it}.\n\n{previous}',
      ],
      replies: [
        'Day {2-90} of {it}, {medium}. «Getting somewhere|Worse than yesterday|The left one is fine».',
        'Draw {it} as boxes first. «Then round the corners|Boxes all the way down|Boring and it works».',
        'Squint. Three values, not twelve. {colour} for the shadow.',
        'Nice line. The {it} «float a little|need weight|could be larger on the page».',
        'I draw {it} with {medium} on the night bus, the wobble is part of it.',
      ],
    },
    {
      about: ['walk cycles', 'perfect loops', 'rain', 'a bouncing ball', 'fire', 'water', 'clouds'],
      subjects: ['Loops: {it}', '{it}, {8-48} frames'],
      openers: [
        '{8-48} frames of {it}. It jumps at the end, I see it, you see it. How do I fix that?',
        'Post loops. Today: {it}, under 3 MB.',
      ],
      replies: [
        'Last frame = first frame minus one. Drop the duplicate «and it sings|, always the duplicate».',
        'Ease in, ease out. {it} should «breathe|hang for {2-4} frames at the top|never be linear».',
        '{12-24} fps on twos. Nobody will know, everybody will feel it.',
        'I watched this for {2-20} minutes. «It is my new clock|Help|More»',
        'Export as webm, gif eats your {colour}.',
      ],
    },
    {
      about: ['16 colours', 'isometric rooms', 'dithering', 'tiny portraits', 'tile sets'],
      subjects: ['Pixel thread: {it}', 'Pixels: {it}'],
      openers: [
        '{16-128}×{16-128}, {it}. One piece a post, palette welcome.',
        'I make a small game about {subject} and need help with {it}.',
      ],
      replies: [
        'Fewer colours. Merge {colour} and {colour}, you will not miss it.',
        '{it}: mind the jaggies, 1-2-3-2-1.',
        'Pillow shading. «One light, top left|We all did it|Turn it off and breathe».',
        '{subject} in {8-32} pixels. Took {while}, do not ask.',
        'Nearest neighbour, {2-8}×. Otherwise it is soup.',
      ],
    },
  ],
  replies: [
    'Drawn with {medium} in {5-90} minutes.',
    '{subject}, as promised.',
    'More {colour}, less outline.',
    'May I redline that?',
    'You got better since {month}.',
    'Warm-up: {subject}, {3-9} times, {30-120} seconds each.',
  ],
  long: [
    '>Prompts for the week\nMon {subject}\nTue {subject}\nWed rest\nThu {subject} in {colour}\nFri {subject}\nSat-Sun finish one of them',
  ],
  stories: ['>draw {subject}\n>{relative} asks what it is\n>"{subject}?"\n>draw that, too\n\nNow it is a series.'],
  secrets: ['traced my own foot', 'it has six fingers', 'the cat did the wash', 'reference was a potato'],
  code: [],
  math: [],
  sjis: [],
  names: ['Inkblot', 'two left hands', 'PXL', 'Ærø', 'sketch & sons', '落書き'],
  filenames: ['sketch{1-200}', 'loop_{8-48}f', 'final', 'final_final', 'study {1-90}', 'らくがき'],
  tags: ['Loop', 'Study', 'Game', 'Other'],
  scenes: ['spirals', 'pixels'],
  banner: 'DRAW',
  habits: {
    ...NO_HABITS,
    file: 0.4,
    greentext: 0.06,
    spoiler: 0.02,
    spoilerFile: 0.06,
    oekaki: 0.5,
    story: 0.02,
    long: 0.03,
  },
};
