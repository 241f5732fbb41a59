import { type AskedItem, reversed } from '#model/changes/asked-item.ts';
import type { AsOf, Change } from '#model/changes/change.ts';
import type { ChangeReply } from '#model/journal/sequence.ts';
import type { FactOf } from '#model/journal/facts.ts';
import { nextStep } from '#model/journal/undo.ts';
import { hostConfig } from '../fact-samples.ts';
import { OrderedConsole, type Operation, type Parts } from './console.ts';
import { type Answer, OracleHost, type Told, me } from './oracle-host.ts';
import { editOf, newReceiver } from './edits.ts';
import type { Happening, Occurrence } from './happenings.ts';
import { ShownWatch } from './shown-watch.ts';

type Flight =
  | { kind: 'write'; opId: string; answer?: Answer<ChangeReply> }
  | { kind: 'fleet'; answer?: ReturnType<OracleHost['loadFleet']> }
  | { kind: 'config'; answer?: { asOf: AsOf; commonName: string } }
  | { kind: 'changes'; epoch: string; after: number; answer?: Answer<AsOf & { changes: Change[] }> };

/**
 * One console, one host, and a line between them on which everything may be late, lost, repeated and out of
 * order.
 */
export class Interleaving {
  readonly seen = new Set<Occurrence>();
  readonly host: OracleHost;
  readonly console: OrderedConsole;
  readonly #watch: ShownWatch;
  #told: Told[] = [];
  #flights: Flight[] = [];
  #count = 0;
  #lastReplied = 0;

  constructor(parts: Parts) {
    this.host = new OracleHost((told) => this.#told.push(told));
    this.#watch = new ShownWatch(this.host);
    this.console = new OrderedConsole(parts, (entry) => this.#watch.follow(entry, this.console));
    this.#load();
  }

  run(happened: readonly Happening[]): void {
    for (const { what, a, b } of happened) {
      this.#happen(what, a, b);
      this.#watch.look(this.console);
    }
  }

  /**
   * Repairs the line: pending messages arrive, missing ones are requested, and unanswered requests are sent
   * again.
   */
  settle(): void {
    this.host.heartbeat();
    for (let round = 0; round < 60; round += 1) {
      this.#load();
      while (this.#told.length > 0) this.#hear(0);
      while (this.#flights.length > 0) this.#step(0);
      this.host.heartbeat();
      this.#hear(0);
      for (const operation of this.console.open.values()) this.#settleOperation(operation);
      this.#ask();
      this.#watch.look(this.console);
      const isLoaded = this.console.sequence.revision !== null && !this.console.wantsLoads;
      if (isLoaded && this.#flights.length === 0 && !this.console.isBehind && this.console.open.size === 0) break;
      if (!isLoaded) this.console.wantsLoads = true;
    }
    if (this.host.history.some(({ items }) => items.some(({ after }) => after === null))) this.seen.add('deletion');
    this.console.record([
      { type: 'happened', fact: { type: 'states.loaded', states: [...this.host.reports.values()], initialStates: [] } },
    ]);
  }

  /** Sends or drops what was held at a new epoch, as the person decides; sends the rest again. */
  #settleOperation(operation: Operation): void {
    if (!operation.held) return void this.#flights.push({ kind: 'write', opId: operation.opId });
    if (this.#count++ % 2 === 0) this.console.record([{ type: 'rejected', opId: operation.opId }]);
    else operation.held = false;
  }

  #happen(what: Happening['what'], a: number, b: number): void {
    switch (what) {
      case 'edit':
        if (this.console.shown.fleet.loaded) this.#propose(this.#edit(a, b));
        return;
      case 'agree': {
        const items = this.#edit(a, b);
        this.host.act(items);
        if (this.console.shown.fleet.loaded) this.#propose(items);
        return;
      }
      case 'undo':
      case 'redo':
        return this.#undo(what);
      case 'step':
        return this.#step(a);
      case 'hear':
        return this.#hear(a, b % 5 === 0);
      case 'lose':
        return this.#lose(a);
      case 'repeat':
        return this.#repeat(a);
      case 'load':
        this.#loadOne(a % 4, b % 2 === 0);
        return this.#load();
      case 'ask':
        return this.#ask();
      case 'drop':
        return void this.#told.splice(a % Math.max(1, this.#told.length), 1);
      case 'cut':
        this.#told = [];
        return this.host.heartbeat();
      case 'act':
        return this.host.act(this.#edit(a, b));
      case 'tab':
        return this.host.act(this.#edit(a, b), { tab: true });
      case 'import':
        this.seen.add('too large to be told');
        return this.host.act([newReceiver(this.host.state), newReceiver(this.host.state)], { untold: true });
      case 'role':
        if (a % 2 === 0 && this.host.state.role <= 3) this.seen.add('demotion');
        return this.host.giveRole(a % 2 === 0 ? 4 : 2);
      case 'report':
        return this.host.report(a);
      case 'heartbeat':
        return this.host.heartbeat();
      case 'backup':
        return this.host.backup();
      case 'restore':
        if (this.console.open.size > 0) this.seen.add('new epoch under a pending operation');
        this.#told = [];
        this.host.restore();
        return this.host.heartbeat();
      case 'prune':
        return this.host.prune();
    }
  }

  #edit(a: number, b: number): AskedItem[] {
    this.#count += 1;
    return [editOf(this.console.shown.fleet, this.host.state, { a, b, value: `#${this.#count}` })];
  }

  #propose(items: readonly AskedItem[], asked: Operation['asked'] = items): void {
    const opId = `operation-${(this.#count += 1)}-----`;
    this.console.propose({ opId, asked, items, held: false });
    this.#flights.push({ kind: 'write', opId });
  }

  #undo(direction: 'undo' | 'redo'): void {
    const underWay = [...this.console.open.values()].flatMap(({ asked }) => ('undo' in asked ? [asked.undo] : []));
    const step = nextStep(this.console.history, direction, underWay);
    if (step === undefined) return;
    this.seen.add('undo');
    this.#propose(reversed(step.items), { undo: step.revision, epoch: step.epoch });
  }

  /** Lets a request reach the host, or its answer the console. */
  #step(at: number): void {
    const flight = this.#flights[at % Math.max(1, this.#flights.length)];
    if (flight === undefined) return;
    if (flight.answer === undefined) return this.#serve(flight);
    this.#flights = this.#flights.filter((other) => other !== flight);
    this.#answer(flight);
  }

  #serve(flight: Flight): void {
    const { host } = this;
    switch (flight.kind) {
      case 'write': {
        const operation = this.#operations.get(flight.opId) ?? this.console.open.get(flight.opId);
        if (operation === undefined) return void (this.#flights = this.#flights.filter((other) => other !== flight));
        this.#operations.set(flight.opId, operation);
        if (host.state.operations[flight.opId] !== undefined) this.seen.add('repeat after the commit');
        return void (flight.answer = host.ask(flight.opId, operation.asked));
      }
      case 'fleet':
        return void (flight.answer = host.loadFleet());
      case 'config':
        return void (flight.answer = { asOf: host.asOf, commonName: host.state.commonName });
      case 'changes':
        return void (flight.answer = host.getChanges(flight));
    }
  }

  readonly #operations = new Map<string, Operation>();

  #answer(flight: Flight): void {
    const { console: page } = this;
    const { order } = page.parts;
    switch (flight.kind) {
      case 'write':
        return this.#answerWrite(flight.opId, flight.answer!);
      case 'fleet': {
        const { asOf, receivers, sites } = flight.answer!;
        const known = page.shown.fleet.order;
        if (known.epoch === asOf.epoch && (known.revision ?? 0) > asOf.revision) this.seen.add('load older than folded changes');
        return page.take(order.takeLoad(page.sequence, asOf, [{ type: 'fleet.loaded', asOf, receivers, sites }]));
      }
      case 'config': {
        const { asOf, commonName } = flight.answer!;
        return page.take(order.takeLoad(page.sequence, asOf, [configLoaded(asOf, commonName)]));
      }
      case 'changes': {
        const answer = flight.answer!;
        if (answer.ok) return page.take(order.takeAnswer(page.sequence, answer.value));
        this.seen.add('no longer known');
        return page.take(order.takeGone(page.sequence));
      }
    }
  }

  #answerWrite(opId: string, answer: Answer<ChangeReply>): void {
    const { console: page } = this;
    const operation = this.#operations.get(opId);
    if (!answer.ok) {
      this.seen.add('refusal');
      if (page.open.has(opId)) page.record([{ type: 'rejected', opId }]);
      return;
    }
    const { epoch, revision, items } = answer.value;
    if (items.length === 0) this.seen.add('nothing to change');
    else if (!page.open.has(opId)) this.seen.add('echo before reply');
    if (revision < this.#lastReplied) this.seen.add('replies in reverse');
    this.#lastReplied = revision;
    if (items.length === 0 && page.open.has(opId)) this.#watch.expectSettled(opId, { epoch, revision }, operation!.items);
    const undoes = operation !== undefined && 'undo' in operation.asked ? operation.asked.undo : null;
    page.take(page.parts.order.takeReply(page.sequence, answer.value, { opId, by: me, at: 1, undoes }));
  }

  #hear(at: number, again = false): void {
    const index = at % Math.max(1, this.#told.length);
    const told = again ? this.#told[index] : this.#told.splice(index, 1)[0];
    if (told === undefined) return;
    const { console: page } = this;
    const { order } = page.parts;
    if (told.type === 'state') {
      const { rxId, state, ts } = told;
      return page.record([{ type: 'happened', fact: { type: 'receiver.stateChanged', rxId, state, ts } }]);
    }
    if (told.type === 'changed') {
      if (told.change.revision > (page.sequence.revision ?? 0) + 1) this.seen.add('gap');
      return page.take(order.takeChange(page.sequence, told.epoch, told.change));
    }
    page.take(order.takeHeard(page.sequence, told.asOf));
    if (told.type === 'reload') page.wantsLoads = true;
  }

  /** Loses a request or its answer; the page cannot tell which. */
  #lose(at: number): void {
    const [lost] = this.#flights.splice(at % Math.max(1, this.#flights.length), 1);
    if (lost?.kind === 'fleet' || lost?.kind === 'config') this.console.wantsLoads = true;
  }

  #repeat(at: number): void {
    const unanswered = [...this.console.open.values()].filter(({ held }) => !held);
    const operation = unanswered[at % Math.max(1, unanswered.length)];
    if (operation !== undefined) this.#flights.push({ kind: 'write', opId: operation.opId });
  }

  #load(): void {
    if (!this.console.wantsLoads) return;
    this.console.wantsLoads = false;
    this.#flights.push({ kind: 'fleet' }, { kind: 'config' });
  }

  /** Loads one thing again, as the host knows it now. */
  #loadOne(which: number, atOnce: boolean): void {
    const flight: Flight = { kind: which === 0 ? 'config' : 'fleet' };
    this.#flights.push(flight);
    if (atOnce) this.#serve(flight);
  }

  #ask(): void {
    const { epoch, revision } = this.console.sequence;
    if (this.console.isBehind && epoch !== null && revision !== null) {
      this.#flights.push({ kind: 'changes', epoch, after: revision });
    }
  }
}

function configLoaded(asOf: AsOf, commonName: string): FactOf<'host.configLoaded'> {
  return { type: 'host.configLoaded', asOf, config: { ...hostConfig, commonName } };
}
