/** Words that decide whether a subject names a general. */

/** Names of boards: subjects mention them as `/g/`. */
export const BOARDS_OF_4CHAN: ReadonlySet<string> = new Set(
  (
    'a b c d e f g gif h hr k m o p r s t u v vg vm vmg vr vrpg vst w wg i ic r9k s4s vip qa cm hm lgbt y 3 aco adv an bant biz cgl ' +
    'ck co diy fa fit gd hc his int jp lit mlp mu n news out po pol pw qst sci soc sp tg toy trash trv tv vp vt wsg wsr x xs'
  ).split(' '),
);

/** Subjects of this one word have nothing in common. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'thread threads general generals edition discussion question questions help request requests random image images pic pics ' +
    'picture pictures day test poll new old news update updates part op anon post posts untitled image update image-dump chapter episode page ' +
    'season number top rate issue this that it here or and me sub subs link links info irl tfw mfw itt wtf lol 转型 综合 综合讨论'
  ).split(' '),
);

/** After a tag they continue a sentence: `/dpt/ is dead`. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  (
    "is was were are has had have will would does did do can can't could should must need needs why when where how who vs versus btfo " +
    "or and but because ruined hates sucks fags fag dead died general's isn't wasn't doesn't what if than refugees refugee"
  ).split(' '),
);

/** Before `general` they make it a rank or an adverb. */
export const NOT_A_GENERAL: ReadonlySet<string> = new Set(
  (
    'attorney surgeon secretary major lieutenant brigadier postmaster governor director inspector solicitor consul adjutant captain ' +
    'agent auditor comptroller in a the dollar us army'
  ).split(' '),
);
