import type { Words } from './grammar.ts';

/** Words and remarks of every board. */
export const COMMON_WORDS: Words = {
  month: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  relative: ['my grandmother', 'my uncle', 'my sister', 'my flatmate', 'a neighbour', 'an old colleague', 'my father'],
  while: ['a week', 'ten days', 'a month', 'one winter', 'half a year', 'an evening', 'two afternoons'],
  good: ['lovely', 'brilliant', 'solid', 'underrated', 'surprisingly good', 'tidy', 'clever', 'calming'],
  bad: ['fiddly', 'tiring', 'flimsy', 'overdone', 'harder than it looks', 'a bit much', 'confusing'],
};

export const COMMON_REPLIES: readonly string[] = [
  'Thanks, «this is exactly what I was looking for|that cleared it up|I had no idea».',
  'Saved. «This thread is gold|I will come back to this|Posting so that I find it again».',
  'Bump for «interest|an answer|the morning crowd».',
  'This. «Took me {while} to learn it|Nobody told me either|It should be in the sticky».',
  'I «tried|did» exactly that in {month} {year} and «it worked at the first go|it took three attempts|gave up after {while}».',
  'Do you have a «source|picture|link» for that? «Not doubting you, just curious|I would like to read more|Asking for {relative}».',
  '{relative} swears by it, «and has done so since {year}|and I have never dared to disagree|for what that is worth».',
  'Can confirm. «Did it twice now|Same here|It still holds up».',
  'I «respectfully disagree|see it the other way round|used to think so too»: «it depends on what you want|patience beats equipment|the old way has its reasons».',
  'What changed since {year}? «I have been away|I feel like I missed a chapter|Everything in the old threads is different».',
  'Reporting back after {while}: «all good|mixed results|better than expected|I should have listened to you».',
  'OP here. «Thanks for all the answers|I will try it on {day} and report|Did not expect so many replies».',
  'Lurker of «many|three|five» years, first post. «Hello|Please be gentle|You are a good bunch».',
  'Is «the guide|that list|the old chart» still around? The link in the last thread «is dead|asks for a password|goes to a parking page».',
  'Here is a mirror: https://files.example.org/«mirror|pub|box»/{year}/{1000-9999}/«notes|guide|list|chart».«txt|pdf|png»',
  'I wrote it up here, no adverts: https://«garden|notes|attic».example.net/{year}/«a-small-guide|what-i-learnt|field-notes»-{10-99}',
  'How much did «that|it» cost you? «Around here it would be {40-90} euros|I paid {12-60} on a flea market|Mine came from {relative} for free».',
  'Not bad at all. «Keep going|Post the next one too|I am a little envious».',
  'Slow down, anon-san. «One step at a time|First the basics|Write it down before you forget».',
  'Does anyone «remember|still have» the thread from {year}? «Somebody posted a whole chart there|It had the best answer I have ever read|I cannot find it with the words I remember».',
  'I laughed. «Then I tried it|Then I remembered that I do the same|Then I checked, and you are right».',
  '{30-99}% of it is «practice|cleaning up|waiting|reading the instructions twice».',
  'Checked. «Nice number|The numbers do not lie|That settles it».',
  'Good thread. «More of these|This is why I still come here|Made my {day}».',
  'Genuine question: why «not the simple way|does everybody skip this|is it always {day}»?',
  'Careful, I «ruined|lost|broke» {3-9} of them before I «read the label|asked|understood why».',
  'It is «{good}, but {bad}|{bad}, yet {good}|{good}. I stand by that».',
  'You could also «leave it alone for {while}|ask {relative}|start over, it is quicker than you think».',
  'Mine looks nothing like that. «What am I doing wrong?|Is that normal?|Send help.|I like it anyway.»',
  'Seconding «this|the anon above|everything said so far». «No notes|Carry on|That is all».',
];

export const FORTUNES: readonly { readonly text: string; readonly color: string }[] = [
  { text: 'Great Blessing (大吉)', color: '#e7890c' },
  { text: 'Middle Blessing (中吉)', color: '#bac200' },
  { text: 'Small Blessing (小吉)', color: '#7fec11' },
  { text: 'A Letter Will Arrive', color: '#16f174' },
  { text: 'Outlook good, take an umbrella', color: '#0893e1' },
  { text: 'Reply hazy, drink tea and ask again', color: '#9d05da' },
];

export const CAMERAS: readonly string[] = [
  'Kestrel D40',
  'Pinhole Mk II',
  'Halcyon 35-R',
  'Fieldphone 8',
  'Obscura Mini',
];

export const COUNTRIES: readonly (readonly [string, string])[] = [
  ['JP', 'Japan'],
  ['PT', 'Portugal'],
  ['CZ', 'Czech Republic'],
  ['FI', 'Finland'],
  ['CA', 'Canada'],
  ['CL', 'Chile'],
  ['KR', 'South Korea'],
  ['TW', 'Taiwan'],
  ['NZ', 'New Zealand'],
  ['GB', 'United Kingdom'],
  ['CI', 'Côte d&#039;Ivoire'],
  ['IS', 'Iceland'],
  ['BR', 'Brazil'],
  ['XX', 'Unknown'],
];
