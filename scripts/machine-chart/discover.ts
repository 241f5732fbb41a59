import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';

/** A file of the product that holds a machine. */
export interface MachineFile {
  /** Its path, relative to the repository. */
  file: string;
  /** `live-stream` for `live-stream-machine.ts`: what its samples file is called by. */
  name: string;
}

/** The same with its machine loaded. */
export interface LoadedMachine extends MachineFile {
  machine: AnyStateMachine;
}

/** `liveStreamMachine` for `live-stream`. */
export function exportName(name: string): string {
  return `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Machine`;
}

/**
 * The only machine that a module exports, by the house's name for it. Throws when it is missing, misnamed or
 * not alone.
 */
function machineIn(file: string, name: string, module: Readonly<Record<string, unknown>>): AnyStateMachine {
  const machines = Object.entries(module).filter(([, value]) => value instanceof StateMachine);
  const [first] = machines;
  if (machines.length !== 1 || !first || first[0] !== exportName(name)) {
    const names = machines.map(([each]) => each).join(', ') || 'none';
    throw new Error(`${file} must export exactly one machine, named ${exportName(name)}; it exports ${names}.`);
  }
  return first[1] as AnyStateMachine;
}

/** Every `*-machine.ts` under src/machines of the repository at `root`, in order of path. */
export function listMachines(root: string): MachineFile[] {
  return globSync('src/machines/**/*-machine.ts', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .toSorted()
    .map((file) => ({ file, name: basename(file, '-machine.ts') }));
}

/** Loads the machine of one file. Rejects when the file does not load or breaks the convention. */
export async function loadMachine(root: string, { file, name }: MachineFile): Promise<AnyStateMachine> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
  return machineIn(file, name, module);
}

/**
 * Every machine of the repository at `root`, loaded. Rejects when two share an id, which names their charts.
 */
export async function loadMachines(root: string): Promise<LoadedMachine[]> {
  const loaded = await Promise.all(
    listMachines(root).map(async (entry) => ({ ...entry, machine: await loadMachine(root, entry) })),
  );
  for (const { file, machine } of loaded) {
    const twin = loaded.find((other) => other.machine.id === machine.id);
    if (twin && twin.file !== file) throw new Error(`${twin.file} and ${file} both have a machine with the id "${machine.id}".`);
  }
  return loaded;
}
