import { fromCallback, fromPromise } from 'xstate';
import { changeLineMachine } from '../machines/change-line/change-line-machine.ts';
import { comebackMachine } from '../machines/comeback/comeback-machine.ts';
import { contactWindowMachine } from '../machines/contact-window/contact-window-machine.ts';
import { fileExportMachine } from '../machines/file-export/file-export-machine.ts';
import { hostSessionMachine } from '../machines/host-session/host-session-machine.ts';
import { journalIn, journalLogic } from '../machines/journal/journal-actor.ts';
import { shown } from '../machines/journal/journal-selectors.ts';
import { notificationsMachine } from '../machines/notifications/notifications-machine.ts';
import { unseenChanges } from '../machines/notifications/unseen-changes.ts';
import { operationMachine } from '../machines/operation/operation-machine.ts';
import { operationsMachine } from '../machines/operations/operations-machine.ts';
import { pageGuardLogic } from '../machines/operations/page-guard-logic.ts';
import { resourceMachine } from '../machines/resource/resource-machine.ts';
import { resourcesMachine } from '../machines/resources/resources-machine.ts';
import type { ScreenEvent, ScreenUnit } from '../machines/screen/screen-events.ts';
import { screenMachine } from '../machines/screen/screen-machine.ts';
import { connectionLogic } from '../machines/socket/connection.ts';
import { lineMachine } from '../machines/socket/line-machine.ts';
import { storageWatchMachine } from '../machines/storage-watch/storage-watch-machine.ts';
import { pageMachine } from '../machines/page/page-machine.ts';
import { surroundingsLogic } from '../machines/page/surroundings-logic.ts';
import type { Edit } from '../model/journal/edits.ts';
import { changeCalls } from '../model/contract/change-calls.ts';
import { clientCalls } from '../model/contract/client-calls.ts';
import type { Account } from '../model/entities/account.ts';
import type { System } from '../model/entities/system.ts';
import { builtScreens } from '../screens/registry.ts';
import { forExcel } from '../model/text/excel-csv.ts';
import { systemOfToken } from '../model/session/token-system.ts';
import { askEdit } from '../services/changes/edit-calls.ts';
import { createPageGuard } from '../services/page-guard/browser-page-guard.ts';
import { createHeadStart, type HeadStart } from '../services/session/head-start.ts';
import { loadResource } from '../services/session/load-resource.ts';
import type { LoadedResource, ResourceName } from '../model/session/resources.ts';
import { parseDashboardUrl } from '../model/navigation/addresses.ts';
import { type Place, systemAt } from '../model/navigation/redirect.ts';
import { screenAt, type ScreenId } from '../model/navigation/routes.ts';
import type { HttpClient, Services } from '../services/ports.ts';
import { socketOpener } from '../services/socket/browser-socket.ts';
import { createLineAhead, type LineAhead } from '../services/socket/line-ahead.ts';
import { pageLines } from '../services/socket/page-lines.ts';

/** The early requests of each page, by its http client. The next session uses their answers. */
const aheads = new WeakMap<HttpClient, { resources: HeadStart; line: LineAhead }>();

function aheadOf({ http, clock, WebSocket }: Services): { resources: HeadStart; line: LineAhead } {
  const known = aheads.get(http) ?? {
    resources: createHeadStart(http, clock.now),
    line: createLineAhead(socketOpener(WebSocket), pageLines(performance), clock.now),
  };
  aheads.set(http, known);
  return known;
}

/**
 * Starts to load the code of the screen in the address, before it is known whether the person may open it
 * (NAV-6 limits what it shows and requests). A failure is reported when the screen opens.
 */
function loadCodeAhead({ pathname }: Place): void {
  const path = parseDashboardUrl(pathname)?.path;
  const id = path === undefined ? undefined : screenAt(path)?.id;
  if (id !== undefined && id !== 'account/logout') builtScreens[id]().catch(() => undefined);
}

/** Loads the person's account and systems. */
export async function loadPerson(services: Services, signal: AbortSignal): Promise<{ account: Account; systems: System[] }> {
  const { http, tokens, addressBar } = services;
  const token = tokens.read()?.token ?? null;
  const own = systemOfToken(token ?? '');
  const wanted = systemAt(addressBar.current()) ?? own;
  loadCodeAhead(addressBar.current());
  // Request nothing ahead for a system other than the token's, because that system must be selected first.
  const ahead = aheadOf(services);
  const begun = wanted === own ? own : null;
  ahead.resources.begin(begun);
  ahead.line.begin(begun, token);
  signal.addEventListener('abort', () => ahead.line.begin(null, null));
  const [account, { systems }] = await Promise.all([
    http.call(clientCalls.getAccount, {}, { signal }),
    http.call(clientCalls.listSystems, {}, { signal }),
  ]);
  return { account, systems };
}

/** Returns the session's machine with its services. */
export function composeSession(services: Services): typeof hostSessionMachine {
  const { http, tokens, clock, log } = services;
  const surroundings = surroundingsLogic(services.surroundings);
  const checkSystem = fromPromise<void, { mitasId: string }>(async ({ input, signal }) => {
    await loadResource(http, { mitasId: input.mitasId, name: 'config' }, signal);
  });
  return hostSessionMachine.provide({
    actors: {
      journal: journalLogic(clock.now),
      socket: lineMachine.provide({
        actors: {
          connection: connectionLogic({
            openSocket: aheadOf(services).line.open,
            accessToken: () => tokens.read()?.token ?? null,
          }),
          page: pageMachine.provide({ actors: { surroundings } }),
        },
        actions: {
          logRejected: (_, frame) => log.warn('A frame from the host could not be used', frame),
        },
      }),
      contactWindow: contactWindowMachine,
      storageWatch: storageWatchMachine,
      fileExport: fileExportMachine.provide({
        actors: {
          saveFile: fromPromise(async ({ input, signal, system }) => {
            const { account } = shown(journalIn(system).getSnapshot()).account;
            const known = account?.csvForExcel ?? false;
            const file = (input.forExcel ?? known) ? forExcel(input.file) : input.file;
            await (await services.fileSaver()).save(file, signal);
            return input.forExcel === undefined || input.forExcel === known ? null : input.forExcel;
          }),
          keepChoice: fromPromise(async ({ input, system }) => {
            const { keepCsvForExcel } = await import('../screens/settings/own-settings.ts');
            await keepCsvForExcel(http, system, input.forExcel === true);
          }),
        },
      }),
      screen: screenMachine.provide({
        actors: {
          address: fromCallback(({ sendBack }) => {
            const pass = (place: Place): void => sendBack({ type: 'place.changed', place } satisfies ScreenEvent);
            pass(services.addressBar.current());
            return services.addressBar.subscribe(pass);
          }),
          loadScreen: fromPromise(({ input }) => loadScreen(services, input.id)),
        },
      }),
      notifications: notificationsMachine.provide({
        actors: {
          unseenChanges,
          loadBrowserAlarms: fromPromise(() => import('./compose-alarms.ts').then((part) => part.default(services))),
        },
      }),
      changeLine: changeLineMachine.provide({
        actors: {
          getChanges: fromPromise(({ input: { mitasId, epoch, after }, signal }) => {
            const query = { after: String(after), ...(epoch === null ? {} : { epoch }) };
            return http.call(changeCalls.getChanges, { params: { mitasId }, query }, { signal });
          }),
        },
      }),
      operations: operationsMachine.provide({
        actors: {
          operation: operationMachine.provide({
            actors: {
              ask: fromPromise(({ input: { opId, request }, signal }) =>
                askEdit(http, request as Pick<Edit, 'call' | 'request'>, opId, signal),
              ),
            },
          }),
        },
      }),
      pageGuard: pageGuardLogic(createPageGuard(services.pageEvents)),
      resources: composeResources(({ mitasId, name }, signal) =>
        aheadOf(services).resources.load({ mitasId, name: name as ResourceName }, signal),
      ),
      comeback: comebackMachine.provide({ actors: { checkSystem, surroundings } }),
      selectSystem: fromPromise(async ({ input, signal }) => {
        const { token, clientAccount } = await http.call(clientCalls.selectHost, { body: input }, { signal });
        tokens.keep(token);
        return { account: clientAccount };
      }),
      checkSystem,
      setTimezone: fromPromise(async ({ input, signal }) => {
        const body = { timezone: input.timezone, autoTimezone: true };
        const { token } = await http.call(clientCalls.setTimezone, { body }, { signal });
        tokens.keep(token);
      }),
    },
  });
}

/** Returns the machine that loads resources with `load`. */
function composeResources(
  load: (input: { mitasId: string; name: string }, signal: AbortSignal) => Promise<LoadedResource>,
): typeof resourcesMachine {
  return resourcesMachine.provide({
    actors: {
      resource: resourceMachine.provide({ actors: { load: fromPromise(({ input, signal }) => load(input, signal)) } }),
    },
  });
}

/** Loads the unit of a screen, with its services. */
async function loadScreen(services: Services, id: ScreenId): Promise<ScreenUnit> {
  const { actor, lasting, resources, ...parts } = (await builtScreens[id]()).default;
  const logic = composeResources(async ({ mitasId, name }, signal) => {
    const resource = resources.find((each) => each.name === name);
    if (resource === undefined) throw new Error(`The screen ${id} has no resource ${name}`);
    return resource.load(services, mitasId, signal);
  });
  return {
    actor: actor?.(services) ?? null,
    lasting: lasting && { ...lasting, logic: lasting.logic(services) },
    resources: resources.length === 0 ? null : { logic, plans: resources },
    ...parts,
  };
}
