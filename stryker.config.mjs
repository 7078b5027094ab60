// Used by `npm run campaign -- mutants`, which names the file and its test.
export default {
  testRunner: "command",
  commandRunner: {
    command: `${process.execPath} --disable-warning=ExperimentalWarning --test ${process.env.MUTANT_TEST ?? ""}`,
  },
  // The default list loads every installed plugin; the command runner needs none.
  plugins: [],
  // Stryker rewrites the tsconfig of its copy by the JavaScript API of TypeScript, which TypeScript 7 does not have.
  tsconfigFile: "none.json",
  concurrency: 2,
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, logTests: false },
  ignorePatterns: [".artefacts", ".data", "bench", "decisions", "dist", "docs", "journeys", "web"],
  tempDirName: ".artefacts/mutants",
};
