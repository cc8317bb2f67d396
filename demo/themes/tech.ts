import { BOARD_DEFAULTS } from '../chan.ts';
import { NO_HABITS, type Theme } from './theme.ts';

export const tech: Theme = {
  board: {
    board: 'tech',
    title: 'Technology & Tinkering',
    ...BOARD_DEFAULTS,
    pages: 5,
    meta_description:
      '&quot;/tech/ - Technology &amp; Tinkering&quot; is for programs, machines and the people who open them.',
    is_archived: 1,
    code_tags: 1,
    math_tags: 1,
    spoilers: 1,
  },
  // The history crosses 50,000,000, where an archive's slice of numbers ends.
  firstNo: 49_998_211,
  years: 7,
  guest: false,
  share: 0.34,
  welcome: {
    sub: 'Welcome to /tech/!',
    com: 'This board is for technology and tinkering: programs, machines, networks, and how things work inside.\n\n>Before you ask\nSay what you did, what you saw and what you expected. Error messages belong into [code] tags.\n\nHome servers, keyboards and repairs are welcome. For pictures of lunch, see >>>/cook/.',
  },
  news: {
    sub: 'Site news and maintenance',
    posts: [
      ['manager', 'This thread tells what happens behind the counter. The oldest notes fall off by themselves.'],
      ['admin', 'New disks are in. Uploads were slow on Tuesday while the old ones were emptied; nothing was lost.'],
      ['developer', 'The site now breaks very long words and knows [code] on this board. Report what looks odd.'],
      ['admin_highlight', 'We are five boards now: >>>/tech/ >>>/bunka/ >>>/cook/ >>>/travel/ >>>/draw/ and a kettle.'],
      ['founder', 'Ten people and a kettle, and now this. Thank you all for staying kind.'],
      ['verified', 'I maintain the wiki. It moved to https://wiki.example.org/ and every old link still works.'],
      ['mod', 'Please do not bump threads with a single letter. A question works better.'],
    ],
  },
  words: {
    lang: ['c', 'c#', 'c++', 'f#', 'rust', 'go', 'zig', 'lua', 'haskell', 'ocaml', 'python', 'typescript'],
    editor: ['vim', 'emacs', 'ed', 'nano', 'Lanternfish', 'Inkwell 2', 'a plain notepad'],
    tool: ['tmux', 'git', 'make', 'ripgrep', 'rsync', 'curl', 'jq', 'sqlite', 'strace', 'gdb', 'awk'],
    project: ['Lanternfish', 'quillfs', 'tanuki-sh', 'Mossbank', 'pangolin', 'Kettle OS', 'driftnet'],
    part: ['the power supply', 'the fan', 'the hinge', 'thermal paste', 'a CR2032 battery'],
    machine: ['an x86-64 mini PC', 'a second-hand laptop', 'an ARM board', 'a 2U server from an office sale'],
    hostname: ['badger', 'heron', 'teapot', 'moth', 'otter', 'lighthouse'],
    error: ['segmentation fault (core dumped)', 'ENOSPC: no space left on device'],
    thing: ['a static site generator', 'a chess engine', 'a toy compiler', 'a bulletin board over UDP'],
    switch: ['linear', 'tactile', 'clicky', 'silent', 'buckling spring', 'Hall effect'],
    layout: ['60%', '65%', 'TKL', 'split', 'ortholinear', 'full size'],
  },
  topics: [
    {
      series: true,
      about: ['c', 'c#', 'c++', 'f#', 'rust', 'go', 'zig', 'haskell', 'common lisp', 'typescript', 'lua'],
      subjects: ['/prog/ - programming thread, {it} edition', '/prog/ - daily programming'],
      openers: [
        'What are you working on, /tech/?\n\n>Wiki\nhttps://wiki.example.org/prog/getting-started\n>Challenge\nWrite {thing} in {it}, {100-900} lines at most.\n\n{previous}',
        'Old thread is on page {4-5}. This edition: {it}.\n\nPost code in [code] tags, be kind to beginners, and name your variables.\n\n{previous}',
      ],
      replies: [
        'Writing {thing} in {it}. «It compiles|It almost works|The tests pass on my machine», {200-4000} lines so far.',
        'I come from {lang}. Is {it} «hard to learn|worth it in {now_year}|still taught anywhere»?',
        'The nice thing about {it} is «the error messages|the standard library|that you can hold it in your head». The rest is {bad}.',
        'Rewrote {project} from {lang} to {it}, {2-40} times «faster|shorter|slower, but I understand it».',
        'Beginner question: «what is a closure|why is 0.1 + 0.2 not 0.3|when do I need a mutex|what does it mean that strings are immutable»? I am learning {it}.',
      ],
    },
    {
      about: ['linear switches', 'buckling springs', 'a split layout', 'keycaps', 'lubricant'],
      subjects: ['/mkg/ - mechanical keyboards', 'Keyboards: {it}'],
      openers: [
        'Post your board, the {switch} and {layout} people too. Topic of the day: {it}.',
        "I opened {relative}'s keyboard from {old_year} and found «crumbs|a paper clip|a love letter in flux». Tell me about {it}.",
      ],
      replies: [
        'A {layout} board with {switch} switches, {it} «is a rabbit hole|changed my wrists|costs more than the computer».',
        'My {switch} board is so loud that {relative} «moved out|bought one too|asks me to type slower».',
        'Soldered all {61-104} switches on {day}. {2-5} are crooked, «nobody will know|I know|it types fine».',
        '{it}? «Overrated|Try before you buy|Yes, and sparingly». A {layout} is enough for most people.',
        'Group buy from {old_year} arrived today. «I had forgotten what I ordered|Wrong colour, still happy|The box is nice».',
      ],
    },
    {
      about: ['full-text search', 'finding old threads', 'exact phrases', 'an inverted index', 'ranking'],
      subjects: ['How does {it} work?', 'Searching an archive: {it}'],
      openers: [
        'I want to find a post from {old_year}: something about {project} and {part}. I remember four words. Explain {it} to me.',
        'Building a search engine for {20-900} million short texts on {machine}. Let us talk about {it}.',
      ],
      replies: [
        'An inverted index maps each word to the list of posts that have it. Two words: intersect the lists, «shortest first|that is all|done».',
        'For c#, c++ and .net you have to decide what a word is. Most tokenizers throw the # away.',
        '東京都 can be 東京 + 都 or 東 + 京都. Bigrams do not care: 東京 京都, and the phrase query sorts it out.',
        'Quotes for phrases, a minus for what you do not want: "{part}" -laptop. {it} is half knowing what to type.',
        'café, cafe, CAFÉ: fold accents and case at both ends or «be sorry|explain it to {relative}|live with it».',
      ],
    },
    {
      about: ['binary search', 'floating point', 'Bloom filters', 'Fourier transforms', 'hash tables'],
      subjects: ['Maths for programmers: {it}', 'Explain {it} like I am a teapot'],
      openers: [
        'I write programs and avoided maths since {old_year}. Today I want to understand {it}. Where do I start?',
        '{it}. I get the code, I do not get the proof. Draw me a picture.',
      ],
      replies: [
        'Start with small numbers. n = {3-8}, pencil and paper, then {it} is «obvious|half as scary|{good}».',
        'The trick in {it} is that you may be wrong, but only «once in {1000-9000}|in one direction|by a constant factor».',
        'Implement it in {lang}, break it, fix it. {it} took me {while}.',
        'It is just linear algebra «with extra steps|again|wearing a hat».',
        'O(log n) of a million is 20. «That is the whole lecture|Remember that number|I have it on a mug».',
      ],
    },
  ],
  replies: [
    'Works on {machine} with {tool} and a little luck.',
    'Have you tried {project}? «It does one thing|The author answers mail|Version {1-4}.{0-19} fixed it».',
    '"{error}" again. «Classic|See line {10-400}|Time for tea».',
    '>just use {editor}\nNo. «And thank you|We have been over this|Well, maybe».',
    'The changelog of {project} {1-9}.{0-30}.{0-9} says: "{error} no longer occurs on {day}."',
    'I replaced {part} and it boots in {3-60} seconds now.',
  ],
  long: [
    '>The list\n1. {tool} for everything small\n2. {editor} for everything else\n3. {machine} called {hostname}\n4. A notebook, on paper\n\nThat is {now_year} in tools. What is missing?',
    'Short guide, because it is asked every week:\n- back up first\n- change one thing\n- reboot only to prove that it survives a reboot\n- write down what you did\n\nMost of "{error}" is number two.',
  ],
  stories: [
    '>be me, {year}\n>inherit {machine}\n>nobody knows the password\n>it is on a sticky note under the keyboard\n>it says "guess"\n\nIt was the dog\'s name.',
    '>write {thing} in a weekend\n>it works at the first try\n>check again\n>the test suite was empty',
  ],
  secrets: ['the bug was mine', 'I never close my tabs', 'I read the manual at night', 'it was DNS'],
  code: [
    '#include <stdio.h>\n\nint main(void) {\n    for (int i = 1; i <= 100; i++)\n        printf("%s\\n", i % 15 == 0 ? "tea & cake" : i % 5 == 0 ? "cake" : i % 3 == 0 ? "tea" : "...");\n    return 0;\n}',
    'using System.Linq;\n\nvar words = File.ReadLines("posts.txt").SelectMany(l => l.Split(\' \')).GroupBy(w => w).OrderByDescending(g => g.Count()).Take(10);',
    "select board, count(*) as posts\n  from posts\n where comment ilike '%teapot%'\n group by board\n order by posts desc;",
    'const seen = new Map<string, number>();\nfor (const word of text.split(/\\s+/)) seen.set(word, (seen.get(word) ?? 0) + 1);',
  ],
  math: [
    '[math]\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}[/math] and that is why the double loop is slow.',
    '[eqn]P(\\text{false positive}) \\approx \\left(1 - e^{-kn/m}\\right)^k[/eqn]\nk hashes, n words, m bits.',
    'Because [math]2^{10} \\approx 10^3[/math], you can do most of this in your head.',
  ],
  sjis: [],
  names: ['Null Terminator', 'Teapot', 'soldering gran', 'heron admin', "O'Ring", 'cache <3 miss', 'りんご'],
  filenames: ['screenshot', 'desk', 'Untitled', 'IMG_{1000-9999}', 'rack {year}', 'schematic-rev{1-9}'],
  tags: [],
  scenes: ['terminal', 'city'],
  banner: 'TECH',
  habits: {
    ...NO_HABITS,
    file: 0.17,
    greentext: 0.14,
    spoiler: 0.02,
    spoilerFile: 0.02,
    code: 0.07,
    math: 0.025,
    story: 0.02,
    long: 0.02,
  },
};
