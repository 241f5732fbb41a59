import process from 'node:process';

/**
 * `npm run dev` loads this before the host. The input is a pipe from that process and closes however it ends.
 * Then this ends the watcher of the host's files, and with it the host.
 */
if (process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined) {
  const end = () => process.kill(process.ppid, 'SIGTERM');
  process.stdin.on('end', end).on('error', end).resume();
  if ('unref' in process.stdin) process.stdin.unref();
}
