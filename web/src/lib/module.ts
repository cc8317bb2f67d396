/** The additions of an optional feature to the pages. `app/modules.ts` lists the modules; the router's context contains that list. */
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { BoardSummary } from '../../../mappings/contract/board.ts';
import type { File, Post } from '../../../mappings/contract/post.ts';
import type { Thread } from '../../../mappings/contract/thread.ts';
import type { Role } from '../../../mappings/roles.ts';
import type { StaffGroup } from '../../../mappings/staff-groups.ts';
import type { Texts } from '../../../mappings/texts.ts';

export interface WebModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Pages of readers: children of `rootRoute`. The module declares their paths once, for these routes and for the server. */
  readonly routes?: readonly AnyRoute[];
  /** Pages of staff: children of `staffRoute`. */
  readonly staffRoutes?: readonly AnyRoute[];
  /** English names of settings of boards and of kinds of tasks, and sentences of the audit log, which only the pages of staff show. */
  readonly staffTexts?: () => Promise<Texts>;
  /** The pages of staff to which sentences of the audit log link, by the table in the entry's action. */
  readonly auditPages?: Readonly<Record<string, string>>;
  /** Links of the home page, below the list of boards. */
  readonly homeLinks?: readonly ModuleLink[];
  /** Links of the home page that depend on the boards, each on a line of its own. */
  readonly boardsLinks?: (boards: readonly BoardSummary[]) => readonly ModuleLink[];
  /** Links at the end of every page, besides those of the home page. */
  readonly footerLinks?: readonly ModuleLink[];
  /** Tabs of a board, after its own. */
  readonly boardTabs?: (board: string) => readonly ModuleLink[];
  /** Loads what `ThreadHead` needs, together with the thread. Without an answer the page is drawn nevertheless. */
  readonly loadThreadHead?: (queryClient: QueryClient, board: string, num: number) => Promise<unknown>;
  /** A line between the head of a thread and its posts. */
  readonly ThreadHead?: ComponentType<ThreadHeadProps>;
  /** Links above the posts of a thread. */
  readonly threadLinks?: (thread: Pick<Thread, 'num'>, board: BoardSummary) => readonly ActionLink[];
  /** A part below the posts of a thread, with a link above them that leads to it. */
  readonly threadFoot?: ThreadFoot;
  /** Entries of a post's menu on the page of its thread. */
  readonly postActions?: (post: Post, board: BoardSummary) => readonly ModuleAction[];
  /** Links of a post's menu, about its post or author. */
  readonly postLinks?: (post: Post) => readonly ModuleLink[];
  /** Entries of a post's menu about its file. */
  readonly fileLinks?: (file: File) => readonly ModuleLink[];
  /** Loads a function that links a search for a reader's file, which stays in the browser; null for a file that it cannot read. */
  readonly loadFileLink?: () => Promise<(file: globalThis.File) => Promise<SoughtLink | null>>;
  /** Entries of a post's menu for staff. */
  readonly staffPostLinks?: (post: Post) => readonly RoleLink[];
  /** Entries of the menu of the pages of staff. */
  readonly staffLinks?: readonly StaffLink[];
  /** A popup above each page. It draws nothing while it is closed. */
  readonly Layer?: ComponentType;
}

/** A link, for readers without scripts too, which `Part` replaces when the reader sees its place: `#foot-NAME`. */
export interface ThreadFoot {
  readonly href: (thread: ThreadPlace) => string;
  /** The text in the reader's language. */
  readonly text: () => string;
  readonly load: () => Promise<{ readonly Part: ComponentType<ThreadPartProps> }>;
}

export interface ThreadPartProps {
  readonly thread: ThreadPlace;
  /** The reader followed the link above the posts, and expects an answer even if there is nothing to show. */
  readonly isAsked: boolean;
}

type ThreadPlace = Pick<Thread, 'board' | 'num'>;

export interface ThreadHeadProps {
  readonly board: string;
  readonly num: number;
  /** Whether new posts are possible. */
  readonly isLive: boolean;
}

/** In the history entry of a search for a reader's file. */
export interface SoughtLink {
  readonly href: string;
  readonly text: string;
}

interface ModuleAction {
  /** The text in the reader's language. */
  readonly text: () => string;
  readonly onSelect: () => void;
}

interface ModuleLink {
  readonly href: string;
  /** The text in the reader's language. */
  readonly text: () => string;
}

interface ActionLink extends ModuleLink {
  /** Runs instead of following the link, which is for readers without scripts and for new tabs. */
  readonly onSelect?: () => void;
}

interface RoleLink extends ModuleLink {
  /** The role that the page needs, on all boards or on any. */
  readonly role: readonly [minimum: Role, where: 'all' | 'any'];
}

export interface StaffLink extends RoleLink {
  /** The group of the menu; without one, the entry stands above the groups. */
  readonly group?: StaffGroup;
  /** Counts of waiting work on the page. */
  readonly counts?: readonly EntryCount[];
  /** The address of the entry before this one in the group; without it, the entry is added at the end. */
  readonly after?: string;
}

export interface EntryCount {
  /** The name of a count of the server (`staffCounts` of `server/module.ts`). */
  readonly name: string;
  /** The count with its meaning, in the reader's language. */
  readonly text: (count: number) => string;
}
