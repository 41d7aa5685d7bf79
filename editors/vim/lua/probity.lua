--- The language server `probity lsp` in Neovim, 0.7 or newer.
---
---   require('probity').setup { cmd = { 'probity', 'lsp' }, keys = true, lenses = true, on_attach = function(client, buffer) end }
---
--- Everything may be left out; plugin/probity.lua calls it with `vim.g.probity`.
local M = {}

local defaults = {
  cmd = { 'probity', 'lsp' },
  filetypes = { 'b', 'eventb', 'csp' },
  keys = true, -- the keys that newer versions of Neovim have for all servers
  lenses = true, -- show check, animate and prove above machines
  hints = true, -- show inferred types, where Neovim can (0.10)
}

local config = defaults

--- The folder of the project: the nearest one with probity.toml or a repository, else that of the file.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local at = folder
  while true do
    for _, mark in ipairs { 'probity.toml', '.git', '.hg', '.svn' } do
      if vim.loop.fs_stat(at .. '/' .. mark) then return at end
    end
    local above = vim.fn.fnamemodify(at, ':h')
    if above == at then return folder end
    at = above
  end
end

local function open_outside(address)
  if vim.ui.open then return vim.ui.open(address) end
  local opener = vim.fn.has 'mac' == 1 and 'open' or 'xdg-open'
  if vim.fn.executable(opener) == 1 then
    vim.fn.jobstart({ opener, address }, { detach = true })
  else
    vim.notify('Open ' .. address)
  end
end

--- The server asks to show a file, or the page of an animation.
local function show_document(_, request, context)
  if request.external or not vim.startswith(request.uri, 'file:') then
    (config.open or open_outside)(request.uri)
    return { success = true }
  end
  local encoding = vim.lsp.get_client_by_id(context.client_id).offset_encoding
  local range = request.selection or { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } }
  return { success = vim.lsp.util.jump_to_location({ uri = request.uri, range = range }, encoding) ~= false }
end

--- Runs a command of the server for the file of the buffer: check, animate or prove.
function M.run(command, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local params = { command = 'probity.' .. command, arguments = { vim.uri_from_bufnr(buffer) } }
  vim.lsp.buf_request(buffer, 'workspace/executeCommand', params, function(problem) -- the server shows the result
    if problem then vim.notify(problem.message, vim.log.levels.ERROR) end
  end)
end

local function set_keys(buffer)
  local lsp = vim.lsp.buf
  local function map(mode, keys, action, what)
    if vim.fn.mapcheck(keys, mode) == '' then vim.keymap.set(mode, keys, action, { buffer = buffer, desc = what }) end
  end
  map('n', 'K', lsp.hover, 'What is this?')
  map('n', 'gd', lsp.definition, 'Go to the definition')
  map('n', 'gD', lsp.declaration, 'Go to the declaration')
  map('n', 'grr', lsp.references, 'List the references')
  map('n', 'grn', lsp.rename, 'Rename')
  map('n', 'gra', lsp.code_action, 'Mend')
  map('n', 'grl', vim.lsp.codelens.run, 'Run the code lens of this line')
  map('n', 'gO', lsp.document_symbol, 'List what is declared here')
  map('i', '<C-s>', lsp.signature_help, 'What are the arguments?')
end

local function show_lenses(buffer)
  local group = vim.api.nvim_create_augroup('probity_lenses_' .. buffer, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = group,
    buffer = buffer,
    callback = function() vim.lsp.codelens.refresh { bufnr = buffer } end,
  })
  vim.lsp.codelens.refresh { bufnr = buffer }
end

local function attached(client, buffer)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  if not vim.lsp.formatexpr or client.server_capabilities.documentRangeFormattingProvider then
    vim.bo[buffer].formatexpr = 'v:lua.vim.lsp.formatexpr()'
  end
  for _, command in ipairs { 'check', 'animate', 'prove' } do
    local name = 'Probity' .. command:gsub('^%l', string.upper)
    vim.api.nvim_buf_create_user_command(buffer, name, function() M.run(command, buffer) end, {})
  end
  if config.keys then set_keys(buffer) end
  if config.lenses and client.server_capabilities.codeLensProvider then show_lenses(buffer) end
  if config.hints and vim.lsp.inlay_hint and client.server_capabilities.inlayHintProvider then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if config.on_attach then config.on_attach(client, buffer) end
end

--- What the editor can, with what this file adds.
local function capabilities()
  local usual = config.capabilities or vim.lsp.protocol.make_client_capabilities()
  return vim.tbl_deep_extend('force', usual, { window = { showDocument = { support = true } } })
end

local clients = {} -- for Neovim 0.7, which does not know which it has: root → id

local function start(options, buffer)
  if vim.lsp.start then return vim.lsp.start(options, { bufnr = buffer }) end
  local id = clients[options.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(options)
    clients[options.root_dir] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
  return id
end

--- Starts the server for a buffer, or attaches one that runs already.
function M.attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then return end
  if vim.fn.executable(config.cmd[1]) ~= 1 then
    vim.notify_once(config.cmd[1] .. ' is not installed, or not in the path', vim.log.levels.WARN)
    return
  end
  local root = root_of(file)
  return start({
    name = 'probity',
    cmd = config.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
    capabilities = capabilities(),
    handlers = { ['window/showDocument'] = show_document },
    on_attach = attached,
  }, buffer)
end

function M.setup(options)
  config = vim.tbl_extend('force', defaults, options or {})
  local group = vim.api.nvim_create_augroup('probity', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = config.filetypes,
    callback = function(event) M.attach(event.buf) end,
  })
end

return M
