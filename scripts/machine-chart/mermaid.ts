import type { Chart, ChartState, ChartTransition } from './chart.ts';

/** Removes characters that Mermaid would take for syntax. */
function safe(label: string): string {
  return label
    .replaceAll(/[{}<>"]/g, '')
    .replaceAll(/[:;#%\n]+/g, ' ')
    .trim();
}

/** Ids begin with a prefix, because Mermaid reserves some words (`state`, `end`, `note`, …). */
function idOf(stateId: string): string {
  return `s_${stateId.replaceAll(/\W/g, '_')}`;
}

/**
 * Returns the id of a box inside a composite state: Mermaid can neither write in the state itself nor draw an
 * edge from it inwards.
 */
function insideOf(stateId: string): string {
  return `${idOf(stateId)}__inside`;
}

function isComposite(state: ChartState): boolean {
  return state.states !== undefined;
}

function labelOf({ on, guard, reenter, actions }: ChartTransition): string {
  const parts = [on, guard && `[${guard}]`, reenter && '(reenter)', actions && `/ ${actions.join(', ')}`];
  return safe(parts.filter(Boolean).join(' '));
}

/** Returns the lines under the name in a state's box. */
function notesOf(state: ChartState): string[] {
  const { tags, entry, exit, invokes = [], transitions = [] } = state;
  return [
    ...(tags ? [`tags ${tags.join(', ')}`] : []),
    ...(entry ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit ? [`exit / ${exit.join(', ')}`] : []),
    ...invokes.map(({ id, src }) => (id === src ? `invokes ${id}` : `invokes ${id} (${src})`)),
    ...transitions.filter(({ target }) => !target).map(labelOf),
  ].map(safe);
}

function box(id: string, title: string, notes: readonly string[]): string[] {
  return [`state "${safe(title)}" as ${id}`, ...notes.map((note) => `${id} : ${note}`)];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function insideBox(state: ChartState, key: string, spoken: ReadonlySet<string>): string[] {
  const notes = notesOf(state);
  return notes.length || spoken.has(insideOf(state.id)) ? box(insideOf(state.id), `in any state of ${key}`, notes) : [];
}

function contents(state: ChartState, key: string, spoken: ReadonlySet<string>): string[] {
  const children = Object.entries(state.states ?? {}).map(([childKey, child]) => drawState(child, childKey, spoken));
  const inside = insideBox(state, key, spoken);
  if (state.type !== 'parallel') {
    const initial = state.initial === undefined ? [] : [`[*] --> ${idOf(state.initial)}`];
    return [...inside, ...initial, ...children.flat()];
  }
  const regions = [...(inside.length ? [inside] : []), ...children];
  return regions.flatMap((region, at) => (at === 0 ? region : ['--', ...region]));
}

function drawState(state: ChartState, key: string, spoken: ReadonlySet<string>): string[] {
  if (!isComposite(state)) {
    const title = state.type === 'history' ? `${key} (history)` : key;
    const ends = state.type === 'final' ? [`${idOf(state.id)} --> [*]`] : [];
    return [...box(idOf(state.id), title, notesOf(state)), ...ends];
  }
  return [`state "${safe(key)}" as ${idOf(state.id)} {`, ...indent(contents(state, key, spoken)), '}'];
}

function flat(state: ChartState): ChartState[] {
  return [state, ...Object.values(state.states ?? {}).flatMap(flat)];
}

/**
 * Returns where an edge ends: at the box of its target, or, if the target contains its source, at the
 * target's initial state.
 */
function headOf(target: string, source: ChartState, all: ReadonlyMap<string, ChartState>): string {
  const to = all.get(target);
  if (!to || !isComposite(to) || !flat(to).includes(source)) return idOf(target);
  return to.initial === undefined ? insideOf(target) : headOf(to.initial, source, all);
}

interface Edge {
  from: string;
  to: string;
  label: string;
}

function edgesOf(state: ChartState, all: ReadonlyMap<string, ChartState>): Edge[] {
  const from = isComposite(state) ? insideOf(state.id) : idOf(state.id);
  return (state.transitions ?? []).flatMap((transition) =>
    (transition.target ?? []).map((target) => ({ from, to: headOf(target, state, all), label: labelOf(transition) })),
  );
}

/** Returns the chart as a Mermaid stateDiagram-v2. */
export function mermaid({ id, chart }: Chart): string {
  const states = flat(chart);
  const all = new Map(states.map((state) => [state.id, state]));
  const edges = states.flatMap((state) => edgesOf(state, all));
  const spoken = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const whole = chart.type === 'parallel' ? drawState(chart, id, spoken) : contents(chart, id, spoken);
  const drawn = edges.map(({ from, to, label }) => `${from} --> ${to} : ${label}`);
  return ['stateDiagram-v2', ...indent([...whole, ...drawn])].join('\n');
}
