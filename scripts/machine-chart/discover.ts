import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';

/** A source file with a machine. */
export interface MachineFile {
  /** Its path, relative to the repository. */
  file: string;
  /** `live-stream` for `live-stream-machine.ts`; its samples file has the same name. */
  name: string;
}

/** A machine file with its loaded machine. */
export interface LoadedMachine extends MachineFile {
  machine: AnyStateMachine;
}

/** Returns `liveStreamMachine` for `live-stream`. */
export function exportName(name: string): string {
  return `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Machine`;
}

/**
 * Returns the only machine that a module exports, by its conventional name. Throws if it is missing, misnamed
 * or not the only one.
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

/** Lists every `*-machine.ts` under src/machines of the repository at `root`, by path. */
export function listMachines(root: string): MachineFile[] {
  return globSync('src/machines/**/*-machine.ts', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .toSorted()
    .map((file) => ({ file, name: basename(file, '-machine.ts') }));
}

/** Loads the machine of one file. Rejects if the file does not load or breaks the convention. */
export async function loadMachine(root: string, { file, name }: MachineFile): Promise<AnyStateMachine> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
  return machineIn(file, name, module);
}

/**
 * Loads all machines of the repository at `root`. Rejects if two share an id, because it names their charts.
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
