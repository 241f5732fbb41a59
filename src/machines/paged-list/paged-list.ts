import { type AnyActorLogic, assign, type EventObject, fromPromise, sendParent } from 'xstate';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';
import type { ExportFile } from '../../services/ports.ts';
import { fileExportIn } from '../file-export/file-export-machine.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import {
  type ListPart,
  type ListUpdate,
  type PagedListContext,
  type PagedListMachine,
  pagedListMachine,
} from './paged-list-machine.ts';

/** The request for a page; `list` is the shown one, null for the first page. */
export type PageAsked<Filters, List> = { mitasId: string; filters: Filters; list: List | null; part: ListPart };

/** The parts that make up a kind of list. */
export type PagedListParts<Filters, List, Page, Message, Wish> = {
  address: AddressCodec<Filters>;
  load: (asked: PageAsked<Filters, List>, signal: AbortSignal) => Promise<Page>;
  updates: AnyActorLogic & { readonly sent?: ListUpdate };
  first: (page: Page) => List;
  withNewest: (list: List, page: Page) => List;
  withOlder?: (list: List, page: Page) => List;
  withMessage?: (list: List, message: Message, filters: Filters) => List;
  hasOlder?: (list: List) => boolean;
  /** Returns true if messages were missed. */
  isBehind?: (list: List) => boolean;
  /** Returns true if the list may change without a message. */
  isChanging?: (list: List) => boolean;
  /** Returns the event for the parent after each load of the list. */
  report?: (list: List) => EventObject;
  /** Returns the file of everything that the filters select. */
  fileOf?: (asked: { mitasId: string; filters: Filters; wish: Wish }) => ExportFile;
};

type Context = { context: PagedListContext };

/** Returns the machine of a list, given the parts of its kind. */
export function pagedList<Filters, List, Page, Message = never, Wish = never>(
  parts: PagedListParts<Filters, List, Page, Message, Wish>,
): PagedListMachine {
  const { address, report } = parts;
  const filtersIn = (search: string): Filters => address.read(search).state;
  const is =
    (rule?: (list: List) => boolean) =>
    ({ context: { list } }: Context) =>
      list !== null && rule?.(list as List) === true;
  const merged =
    (merge: (list: List, page: Page) => List) =>
    (args: Context, { output }: { output: unknown }) => ({
      list: args.context.list === null ? null : merge(args.context.list as List, output as Page),
    });
  return pagedListMachine.provide({
    actors: {
      load: fromPromise(({ input: { mitasId, search, list, part }, signal }) =>
        parts.load({ mitasId, filters: filtersIn(search), list: list as List | null, part }, signal),
      ),
      updates: parts.updates as CallbackLogic<EventObject, NoInput, ListUpdate>,
    },
    actions: {
      takeFirst: assign((_, { output }) => ({ list: parts.first(output as Page) })),
      takeNewest: assign(merged(parts.withNewest)),
      takeOlder: assign(merged(parts.withOlder ?? ((list) => list))),
      takeMessage: assign(({ context: { list, search } }, { message }) => ({
        list: list === null ? null : parts.withMessage?.(list as List, message as Message, filtersIn(search)),
      })),
      reportList: report === undefined ? () => {} : sendParent(({ context }) => report(context.list as List)),
      saveFile: ({ context: { mitasId, search }, system }, { wish }) => {
        const file = parts.fileOf?.({ mitasId, filters: filtersIn(search), wish: wish as Wish });
        if (file !== undefined) fileExportIn(system).send({ type: 'file.save', file });
      },
    },
    guards: {
      asksOtherwise: ({ context }, { search }) => address.write(filtersIn(search)) !== address.write(filtersIn(context.search)),
      hasOlder: is(parts.hasOlder),
      isBehind: is(parts.isBehind),
      isChanging: is(parts.isChanging),
    },
  });
}
