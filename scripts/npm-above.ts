import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** How often to check that npm still runs, in ms. */
const lookMs = 250;

/**
 * Returns a signal that is aborted when the npm that runs this script has ended in any way. npm sends signals
 * to the shell between them, which does not pass them on, so the script would keep running. Without npm, as
 * under a service manager, it is never aborted.
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

/** Returns the process of npm: the parent, or the parent of the script's shell. */
function npmAbove(): number | undefined {
  const { npm_lifecycle_script: script } = process.env;
  if (script === undefined || process.platform === 'win32') return undefined;
  const parent = processOf(process.ppid);
  // A shell's command contains the script. A shell that replaced itself by the script is not there.
  return parent?.command.includes(script) ? parent.parent : process.ppid;
}

function processOf(pid: number): { parent: number; command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      // The process name before it is in brackets, and may contain brackets itself.
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
