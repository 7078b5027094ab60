/** Imported before everything else: what fails on purpose is not told by the application as well. */
process.env.LOG_LEVEL ??= "silent";
