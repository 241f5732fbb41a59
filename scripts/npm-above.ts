import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** How soon it is noticed that npm has gone. */
const lookMs = 250;

/**
 * Aborted when the npm that runs this script has ended, however it did: npm hands signals to the shell
 * between, which keeps them to itself, and the script would run on without either. Where no npm runs it, as
 * under a service manager, it never is.
 */
export function untilNpmEnds(): AbortSignal {
  const ended = new AbortController();
  const npm = npmAbove();
  if (npm === undefined) return ended.signal;
  const { ppid } = process;
  const look = setInterval(() => {
    if (process.ppid === ppid && isAlive(npm)) return;
    clearInterval(look);
    ended.abort();
  }, lookMs).unref();
  return ended.signal;
}

/** The process of npm: the parent, or where that is the shell of the script, the parent of that. */
function npmAbove(): number | undefined {
  const { npm_lifecycle_script: script } = process.env;
  if (script === undefined || process.platform === 'win32') return undefined;
  const parent = processOf(process.ppid);
  // A shell of its own is named by the script that it was given; one that became the script is none.
  return parent?.command.includes(script) ? parent.parent : process.ppid;
}

function processOf(pid: number): { parent: number; command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      // The process name before it is in brackets, and may contain brackets.
      return { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
    }
    const [, parent = '', command = ''] =
      /^\s*(\d+) (.*)/.exec(execFileSync('ps', ['-o', 'ppid=,args=', '-p', `${pid}`], { encoding: 'utf8' })) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
