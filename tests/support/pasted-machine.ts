import { stripTypeScriptTypes } from 'node:module';
import { compileFunction } from 'node:vm';
import * as xstate from 'xstate';
import type { AnyStateMachine } from 'xstate';

/** Replaces what a pasted file cannot import: reading, calling or spreading it gives nothing. */
function absent(): unknown {
  const target = (): unknown => absent();
  return new Proxy(target, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) return () => 0;
      return key === Symbol.iterator ? () => [].values() : absent();
    },
    ownKeys: () => ['prototype'],
  });
}

const importStatement = /^import\s+(?:(\w+)|\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+'([^']+)';$/gm;

function bindings(names: string): string {
  return names.replaceAll(/\b(\w+)\s+as\s+(\w+)/g, '$1: $2');
}

/**
 * Runs a machine's file like the public visualizer after a paste: only xstate can be imported, and not the
 * product's other modules. Returns the machine; throws if the file does not run.
 */
export function pastedMachine(source: string, exportName: string): AnyStateMachine {
  const code = stripTypeScriptTypes(source)
    .replaceAll(importStatement, (_, whole: string, all: string, names: string, from: string) => {
      const origin = from === 'xstate' ? 'xstate' : 'absent()';
      return names === undefined ? `const ${whole ?? all} = ${origin};` : `const {${bindings(names)}} = ${origin};`;
    })
    .replaceAll(/^export (?=const|function|async|class)/gm, '');
  return compileFunction(`${code}\nreturn ${exportName};`, ['xstate', 'absent'])(xstate, absent) as AnyStateMachine;
}
